import fc from "fast-check";

/**
 * One seed for every property and sample, set here alone: a gated suite gives the same result each time. `npm run test:seeds` looks
 * for new cases, and FORKPROOF_SEED repeats what it found.
 */
const given = process.env["FORKPROOF_SEED"];
const seed = given === undefined || given === "" ? 7 : Number(given);
if (!Number.isSafeInteger(seed)) throw new TypeError(`FORKPROOF_SEED is not an integer: ${given}`);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
