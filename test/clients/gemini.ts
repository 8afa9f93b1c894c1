/** Settings of gemini-cli for a key, without telemetry and updates. */
export const geminiSettings: string = JSON.stringify({
  security: { auth: { selectedType: "gemini-api-key" } },
  privacy: { usageStatisticsEnabled: false },
  general: { disableAutoUpdate: true },
});
