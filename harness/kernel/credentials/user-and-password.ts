/** Whether base64 hides `user:password`, as the header of a login and a file of Docker's write it. */
export function isUserAndPassword(base64: string): boolean {
  return /^[^\p{Cc}:]*:[^\p{Cc}]{3,}$/u.test(Buffer.from(base64, "base64").toString("latin1"));
}
