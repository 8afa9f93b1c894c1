import type { FittedRates } from "./family-rates.ts";

/**
 * Written by test/fidelity/fit/write-rates.ts from 586 recorded prompts; numbers only. A family with no prompt of its own
 * counts as Claude 2 did, with frames as usual. `npm run fidelity` tells the error, each repository left out of the fit in turn.
 */
export const fittedRates: FittedRates = {
  fitted: "2026-11-22",
  families: {
    claude: {
      rates: [
        1.047, 1.384, 0.126, 0.762, 0.188, 0.095, 0.919, 0.159, 0.854, 1.118, 0.013, 0.737, 0.417, 1.225, -0.001, 0.006,
        0.005, -0.014, 2.856, 3.936, 2.999, 1.935, 19.261, 41.445, 0.082, 8.269, 3.792, -0.303, 19.391, 0,
      ],
      tokenized: null,
      prompts: 182,
      repositories: 4,
      spread: { estimated: 0.062, tokenized: null },
    },
    "claude-2026": {
      rates: [
        1.126, 1.408, 0.129, 0.774, 0.191, 0.097, 0.941, 0.164, 0.889, 1.142, 0.014, 0.757, 0.427, 1.258, 0.013, 0, 0,
        0, 3.237, 4.123, 3, 2.218, 34.032, 36.409, 0.021, 8.02, 7.426, 0.247, 0, 0,
      ],
      tokenized: null,
      prompts: 18,
      repositories: 2,
      spread: { estimated: 0.328, tokenized: null },
    },
    openai: {
      rates: [
        1.001, 1.283, 0.118, 0.705, 0.174, 0.089, 0.863, 0.147, 0.792, 1.036, 0.013, 0.692, 0.39, 1.149, -0.075, 0, 0,
        0.005, 3.719, 4.214, 4.023, 3.562, -0.58, 6.571, 0.015, -0.079, 2.068, 5.326, 0, -0.759,
      ],
      tokenized: {
        encoding: "o200k_base",
        rates: [
          0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4.614, 3.736, 3.785, 4.316, 0.227, 7.507, -0.12, 0.093,
          2.367, 16.752, 0, 1.681,
        ],
      },
      prompts: 50,
      repositories: 3,
      spread: { estimated: 0.148, tokenized: 0.02 },
    },
    "openai-2023": {
      rates: [
        1.016, 1.32, 0.121, 0.726, 0.179, 0.091, 0.879, 0.153, 0.825, 1.071, 0.013, 0.71, 0.401, 1.18, 0, 0, 0, 0, 4, 4,
        4, 4, 0, 7, 0, 0, 3, 16, 0, 0,
      ],
      tokenized: {
        encoding: "cl100k_base",
        rates: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 0, 7, 0, 0, 3, 16, 0, 0],
      },
      prompts: 0,
      repositories: 0,
      spread: { estimated: null, tokenized: null },
    },
    "gpt-oss": {
      rates: [
        1.013, 1.313, 0.12, 0.722, 0.178, 0.091, 0.874, 0.152, 0.817, 1.063, 0.013, 0.706, 0.399, 1.174, -0.001, -0.002,
        -0.008, 0, 4.008, 3.942, 3.942, 3.974, 9.856, 9.636, -0.033, 3.942, 14.996, 3.37, 0, 47.626,
      ],
      tokenized: {
        encoding: "o200k_base",
        rates: [
          0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4.018, 3.964, 3.964, 3.994, 10.033, 9.774, -0.02, 3.964,
          28.926, 30.943, 0, 33.983,
        ],
      },
      prompts: 4,
      repositories: 2,
      spread: { estimated: null, tokenized: null },
    },
    gemini: {
      rates: [
        1.008, 1.303, 0.119, 0.72, 0.178, 0.09, 0.872, 0.152, 0.818, 1.062, 0.013, 0.704, 0.398, 1.17, -0.004, 0, 0, 0,
        3.965, 3.997, 4, 3.892, 9.788, 9.988, -0.001, 3.998, -41.403, -2.367, 0, 0,
      ],
      tokenized: null,
      prompts: 12,
      repositories: 2,
      spread: { estimated: 0.196, tokenized: null },
    },
    deepseek: {
      rates: [
        1.057, 1.359, 0.125, 0.748, 0.184, 0.094, 0.907, 0.158, 0.854, 1.105, 0.013, 0.731, 0.413, 1.214, 0.002, -0.002,
        0, -0.008, 1, 2.995, 0.995, -0.095, 3.005, 19.785, 9.946, 7.966, 3.571, 228.991, 0, 0,
      ],
      tokenized: null,
      prompts: 27,
      repositories: 3,
      spread: { estimated: 0.05, tokenized: null },
    },
    "deepseek-v4": {
      rates: [
        1.045, 1.346, 0.123, 0.743, 0.183, 0.093, 0.9, 0.157, 0.851, 1.094, 0.013, 0.726, 0.41, 1.206, 0.024, 0.002, 0,
        0.001, 0.805, 2.942, 1.039, -0.009, 3.066, 18.656, 9.917, 7.785, -0.189, 226.684, -2.838, 2.989,
      ],
      tokenized: null,
      prompts: 88,
      repositories: 2,
      spread: { estimated: 0.07, tokenized: null },
    },
    qwen: {
      rates: [
        1.241, 1.48, 0.136, 0.814, 0.201, 0.102, 0.985, 0.172, 0.939, 1.201, 0.015, 0.796, 0.45, 1.323, 0.006, 0, 0, 0,
        4.015, 4.002, 4, 4.01, 10.12, 10.003, 0, 4, 18.665, 54.665, 0, 0,
      ],
      tokenized: null,
      prompts: 8,
      repositories: 1,
      spread: { estimated: null, tokenized: null },
    },
    mistral: {
      rates: [
        0.968, 1.292, 0.118, 0.711, 0.175, 0.089, 0.861, 0.15, 0.808, 1.048, 0.013, 0.695, 0.392, 1.155, 0.013, -0.004,
        -0.003, 0, 4.008, 3.941, 3.947, 4.014, 10.667, 9.67, -0.076, 3.947, 24.278, 60.278, 0, 0,
      ],
      tokenized: null,
      prompts: 16,
      repositories: 1,
      spread: { estimated: null, tokenized: null },
    },
    "grok-3": {
      rates: [
        1.019, 1.321, 0.121, 0.726, 0.179, 0.091, 0.881, 0.153, 0.827, 1.071, 0.013, 0.711, 0.401, 1.181, 0.002, 0.001,
        0.001, 0.004, 4.19, 4.012, 4, 4, 10.118, 10.173, 0.021, 4.028, 63.048, 35.035, 0, 59.048,
      ],
      tokenized: null,
      prompts: 26,
      repositories: 1,
      spread: { estimated: null, tokenized: null },
    },
    "grok-4": {
      rates: [
        0.943, 1.254, 0.115, 0.69, 0.17, 0.087, 0.835, 0.145, 0.774, 1.019, 0.012, 0.676, 0.382, 1.123, -0.017, -0.008,
        -0.002, -0.011, 3.712, 4, 4, 4, 9.527, 9.338, -0.102, 3.894, 51.348, 69.602, 0, 47.348,
      ],
      tokenized: null,
      prompts: 26,
      repositories: 1,
      spread: { estimated: null, tokenized: null },
    },
    nova: {
      rates: [
        1.031, 1.338, 0.123, 0.741, 0.182, 0.092, 0.891, 0.155, 0.838, 1.084, 0.013, 0.72, 0.407, 1.196, 0.001, 0, 0, 0,
        4.007, 4.007, 4, 3.999, 10.104, 10.046, 0, 4.007, 2.845, 51.746, 0, 0,
      ],
      tokenized: null,
      prompts: 4,
      repositories: 1,
      spread: { estimated: null, tokenized: null },
    },
    other: {
      rates: [
        1.016, 1.32, 0.121, 0.726, 0.179, 0.091, 0.879, 0.153, 0.825, 1.071, 0.013, 0.71, 0.401, 1.18, 0, 0, 0, 0, 4, 4,
        4, 4, 10, 10, 0, 4, 4, 40, 0, 0,
      ],
      tokenized: null,
      prompts: 0,
      repositories: 0,
      spread: { estimated: null, tokenized: null },
    },
  },
};
