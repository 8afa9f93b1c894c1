/* oxlint-disable oxc/approx-constant -- what was fitted is no constant of mathematics */
import type { FittedRates } from "./family-rates.ts";

/**
 * Written by test/fidelity/fit/write-rates.ts from 585 recorded prompts; numbers only. A family with no prompt of its own
 * counts as Claude 2 did, with frames as usual. `npm run fidelity` tells the error, each repository left out of the fit in turn.
 */
export const fittedRates: FittedRates = {
  fitted: "2026-11-22",
  families: {
    claude: {
      rates: [
        1.048, 1.437, 0.117, 0.722, 0.198, 0.996, 0.052, 0.83, 0.167, 0.835, 1.146, -0.031, 0.755, 0.422, 1.173, -0.001,
        0.005, 0.004, 0.003, 2.844, 3.977, 2.999, 1.873, 18.596, 41.143, 0.078, 8.254, 3.404, -0.385, 25.811, 0,
      ],
      tokenizer: null,
      prompts: 182,
      repositories: 4,
      spread: { estimated: 0.051, tokenized: null },
    },
    "claude-2026": {
      rates: [
        1.136, 1.471, 0.121, 0.74, 0.203, 1.025, 0.054, 0.859, 0.173, 0.872, 1.176, -0.032, 0.779, 0.436, 1.211, 0.013,
        0, 0, 0, 3.208, 4.113, 3, 2.211, 33.761, 36.409, 0.021, 8.02, 7.344, 0.232, 0, 0,
      ],
      tokenizer: null,
      prompts: 18,
      repositories: 2,
      spread: { estimated: 0.114, tokenized: null },
    },
    openai: {
      rates: [
        1.025, 1.181, 0.132, 0.675, 0.126, 0.107, 1.365, 0.305, 0.161, 0.612, 0.708, 0.59, 0.703, 0.395, 1.139, -0.073,
        -0.003, -0.001, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      ],
      tokenizer: "o200k_base",
      prompts: 49,
      repositories: 3,
      spread: { estimated: 0.15, tokenized: 0.02 },
    },
    "openai-2023": {
      rates: [
        0.966, 1.256, 0.134, 0.736, 0.096, 0.111, 1.351, 0.295, 0.129, 0.642, 0.798, 0.549, 0.708, 0.392, 1.241, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      ],
      tokenizer: "cl100k_base",
      prompts: 0,
      repositories: 0,
      spread: { estimated: null, tokenized: null },
    },
    "gpt-oss": {
      rates: [
        1.008, 1.2, 0.134, 0.684, 0.128, 0.108, 1.383, 0.308, 0.165, 0.623, 0.718, 0.596, 0.711, 0.4, 1.152, 0.002,
        -0.003, -0.015, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      ],
      tokenizer: "o200k_base",
      prompts: 4,
      repositories: 2,
      spread: { estimated: null, tokenized: null },
    },
    gemini: {
      rates: [
        1.029, 1.206, 0.135, 0.692, 0.129, 0.976, 0.051, 0.822, 0.167, 0.633, 0.727, 0.603, 0.718, 0.404, 1.164, -0.013,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      ],
      tokenizer: "o200k_digits",
      prompts: 12,
      repositories: 2,
      spread: { estimated: 0.176, tokenized: 0.02 },
    },
    deepseek: {
      rates: [
        1.063, 1.414, 0.116, 0.711, 0.196, 0.089, 0.862, 0.149, 0.166, 0.834, 1.133, -0.031, 0.749, 0.419, 1.164, 0.001,
        -0.002, 0.001, -0.008, 1, 2.995, 0.995, -0.096, 3.005, 19.793, 9.948, 7.967, 3.555, 227.661, 0, 0,
      ],
      tokenizer: null,
      prompts: 27,
      repositories: 3,
      spread: { estimated: 0.05, tokenized: null },
    },
    "deepseek-v4": {
      rates: [
        1.049, 1.398, 0.115, 0.706, 0.194, 0.088, 0.854, 0.148, 0.165, 0.83, 1.12, -0.031, 0.743, 0.415, 1.154, 0.024,
        0.002, 0, 0.001, 0.805, 2.942, 1.04, -0.009, 3.066, 18.661, 9.913, 7.786, -0.269, 226.511, -2.834, 3.066,
      ],
      tokenizer: null,
      prompts: 88,
      repositories: 2,
      spread: { estimated: 0.068, tokenized: null },
    },
    qwen: {
      rates: [
        1.245, 1.537, 0.126, 0.773, 0.213, 0.096, 0.934, 0.162, 0.181, 0.915, 1.229, -0.034, 0.815, 0.455, 1.266, 0.006,
        0, 0, 0, 4.014, 4.002, 4, 4.01, 10.118, 10.002, 0, 4, 18.387, 54.387, 0, 0,
      ],
      tokenizer: null,
      prompts: 8,
      repositories: 1,
      spread: { estimated: null, tokenized: null },
    },
    mistral: {
      rates: [
        0.971, 1.342, 0.11, 0.676, 0.186, 0.084, 0.816, 0.142, 0.158, 0.788, 1.073, -0.029, 0.712, 0.398, 1.105, 0.013,
        -0.004, -0.003, 0, 4.007, 3.941, 3.947, 4.014, 10.659, 9.67, -0.076, 3.947, 23.729, 59.729, 0, 0,
      ],
      tokenizer: null,
      prompts: 16,
      repositories: 1,
      spread: { estimated: null, tokenized: null },
    },
    "grok-3": {
      rates: [
        1.022, 1.372, 0.113, 0.69, 0.19, 0.086, 0.835, 0.145, 0.161, 0.806, 1.096, -0.03, 0.728, 0.407, 1.13, 0.002,
        0.001, 0.001, 0.004, 4.19, 4.012, 4, 4, 10.117, 10.173, 0.021, 4.028, 62.952, 34.955, 0, 58.952,
      ],
      tokenizer: null,
      prompts: 26,
      repositories: 1,
      spread: { estimated: null, tokenized: null },
    },
    "grok-4": {
      rates: [
        0.948, 1.304, 0.107, 0.657, 0.18, 0.082, 0.793, 0.138, 0.152, 0.756, 1.044, -0.029, 0.692, 0.387, 1.075, -0.017,
        -0.008, -0.002, -0.011, 3.711, 4, 4, 4, 9.52, 9.338, -0.102, 3.894, 51.272, 69.526, 0, 47.272,
      ],
      tokenizer: null,
      prompts: 26,
      repositories: 1,
      spread: { estimated: null, tokenized: null },
    },
    nova: {
      rates: [
        1.032, 1.385, 0.114, 0.701, 0.192, 0.087, 0.842, 0.146, 0.163, 0.815, 1.106, -0.03, 0.735, 0.411, 1.141, 0.001,
        0, 0, 0, 4.005, 4.007, 4, 3.998, 10.094, 10.043, 0, 4.007, 1.715, 50.617, 0, 0,
      ],
      tokenizer: null,
      prompts: 4,
      repositories: 1,
      spread: { estimated: null, tokenized: null },
    },
    other: {
      rates: [
        1.022, 1.373, 0.113, 0.691, 0.19, 0.086, 0.835, 0.145, 0.161, 0.806, 1.098, -0.03, 0.728, 0.407, 1.131, 0, 0, 0,
        0, 4, 4, 4, 4, 10, 10, 0, 4, 4, 40, 0, 0,
      ],
      tokenizer: null,
      prompts: 0,
      repositories: 0,
      spread: { estimated: null, tokenized: null },
    },
  },
};
