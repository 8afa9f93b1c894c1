/** Where prompts write a value, and what stands around it. */
export const clockPlaces: readonly ((value: string) => string)[] = [
  (value) => `Current time: ${value}`,
  (value) => `Today's date is ${value}.`,
  (value) => `<env>\nPlatform: linux\nToday's date: ${value}\nShell: bash\n</env>`,
  (value) => `You are a careful agent. It is ${value} where the user is. Answer in the user's language.`,
  (value) => `{"now": "${value}", "user": "anna"}`,
];
