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
        1.052, 1.443, 0.118, 0.739, 0.195, 0.995, 0.052, 0.829, 0.169, 0.817, 1.159, -0.006, 1.285, 0.524, 0.717, 1.329,
        1.162, -0.001, 0.005, 0.004, 0.003, 2.845, 3.977, 2.999, 1.874, 18.667, 41.178, 0.078, 8.256, 3.411, -0.375,
        25.73, 0,
      ],
      tokenizer: null,
      prompts: 182,
      repositories: 4,
      spread: { estimated: 0.053, tokenized: null },
    },
    "claude-2026": {
      rates: [
        1.142, 1.478, 0.122, 0.758, 0.2, 1.025, 0.054, 0.859, 0.175, 0.853, 1.19, -0.006, 1.329, 0.542, 0.741, 1.374,
        1.198, 0.013, 0, 0, 0, 3.207, 4.114, 3, 2.212, 33.779, 36.409, 0.021, 8.02, 7.353, 0.233, 0, 0,
      ],
      tokenizer: null,
      prompts: 18,
      repositories: 2,
      spread: { estimated: 0.114, tokenized: null },
    },
    openai: {
      rates: [
        1.031, 1.176, 0.131, 0.647, 0.124, 0.111, 1.405, 0.28, 0.159, 0.617, 0.697, 0.58, 0.832, 0.495, 0.369, 0.419,
        1.125, -0.076, -0.004, -0.002, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      ],
      tokenizer: "o200k_base",
      prompts: 49,
      repositories: 3,
      spread: { estimated: 0.15, tokenized: 0.02 },
    },
    "openai-2023": {
      rates: [
        0.971, 1.24, 0.135, 0.695, 0.098, 0.115, 1.411, 0.271, 0.128, 0.638, 0.792, 0.55, 1.204, 0.488, 0.659, 1.056,
        1.217, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      ],
      tokenizer: "cl100k_base",
      prompts: 0,
      repositories: 0,
      spread: { estimated: null, tokenized: null },
    },
    "gpt-oss": {
      rates: [
        1.007, 1.19, 0.132, 0.653, 0.125, 0.112, 1.434, 0.284, 0.162, 0.629, 0.704, 0.585, 0.839, 0.5, 0.372, 0.423,
        1.136, 0.002, -0.003, -0.015, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      ],
      tokenizer: "o200k_base",
      prompts: 4,
      repositories: 2,
      spread: { estimated: null, tokenized: null },
    },
    gemini: {
      rates: [
        1.029, 1.196, 0.133, 0.661, 0.126, 0.976, 0.051, 0.822, 0.164, 0.64, 0.713, 0.592, 0.848, 0.505, 0.376, 0.427,
        1.148, -0.013, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      ],
      tokenizer: "o200k_digits",
      prompts: 12,
      repositories: 2,
      spread: { estimated: 0.173, tokenized: 0.02 },
    },
    deepseek: {
      rates: [
        1.069, 1.422, 0.117, 0.729, 0.193, 0.088, 0.864, 0.15, 0.168, 0.816, 1.146, -0.006, 0.617, 0.521, 0.712, 1.32,
        1.151, 0.001, -0.002, 0.001, -0.008, 1, 2.996, 0.996, -0.096, 3.005, 19.806, 9.952, 7.969, 3.544, 227.389, 0, 0,
      ],
      tokenizer: null,
      prompts: 27,
      repositories: 3,
      spread: { estimated: 0.05, tokenized: null },
    },
    "deepseek-v4": {
      rates: [
        1.052, 1.404, 0.116, 0.723, 0.191, 0.087, 0.855, 0.149, 0.167, 0.812, 1.133, -0.006, 0.612, 0.516, 0.706, 1.308,
        1.141, 0.024, 0.002, 0, 0.001, 0.804, 2.942, 1.041, -0.009, 3.067, 18.693, 9.91, 7.791, -0.326, 226.627, -2.847,
        3.122,
      ],
      tokenizer: null,
      prompts: 88,
      repositories: 2,
      spread: { estimated: 0.069, tokenized: null },
    },
    qwen: {
      rates: [
        1.25, 1.543, 0.127, 0.791, 0.209, 0.095, 0.936, 0.163, 0.183, 0.894, 1.242, -0.007, 0.671, 0.566, 0.774, 1.434,
        1.251, 0.006, 0, 0, 0, 4.014, 4.001, 4, 4.01, 10.116, 10.001, 0, 4, 18.216, 54.216, 0, 0,
      ],
      tokenizer: null,
      prompts: 8,
      repositories: 1,
      spread: { estimated: null, tokenized: null },
    },
    mistral: {
      rates: [
        0.974, 1.348, 0.111, 0.692, 0.183, 0.083, 0.818, 0.143, 0.16, 0.771, 1.085, -0.006, 1.212, 0.494, 0.676, 1.253,
        1.093, 0.014, -0.004, -0.003, 0, 4.008, 3.943, 3.95, 4.014, 10.68, 9.687, -0.073, 3.95, 24.264, 60.264, 0, 0,
      ],
      tokenizer: null,
      prompts: 16,
      repositories: 1,
      spread: { estimated: null, tokenized: null },
    },
    "grok-3": {
      rates: [
        1.025, 1.379, 0.114, 0.707, 0.187, 0.085, 0.837, 0.146, 0.163, 0.789, 1.109, -0.006, 1.24, 0.506, 0.692, 1.282,
        1.118, 0.003, 0.001, 0.001, 0.004, 4.19, 4.011, 4, 4, 10.119, 10.173, 0.021, 4.028, 62.958, 35.807, 0, 58.958,
      ],
      tokenizer: null,
      prompts: 26,
      repositories: 1,
      spread: { estimated: null, tokenized: null },
    },
    "grok-4": {
      rates: [
        0.952, 1.311, 0.108, 0.673, 0.178, 0.081, 0.795, 0.139, 0.154, 0.74, 1.057, -0.006, 1.18, 0.481, 0.658, 1.22,
        1.064, -0.017, -0.008, -0.002, -0.011, 3.71, 4, 4, 4, 9.52, 9.338, -0.102, 3.894, 51.277, 69.532, 0, 47.277,
      ],
      tokenizer: null,
      prompts: 26,
      repositories: 1,
      spread: { estimated: null, tokenized: null },
    },
    nova: {
      rates: [
        1.035, 1.391, 0.115, 0.717, 0.189, 0.086, 0.843, 0.147, 0.164, 0.797, 1.118, -0.006, 1.251, 0.51, 0.697, 1.293,
        1.128, 0.001, 0, 0, 0, 4.005, 4.007, 4, 3.998, 10.092, 10.042, 0, 4.007, 1.411, 50.312, 0, 0,
      ],
      tokenizer: null,
      prompts: 4,
      repositories: 1,
      spread: { estimated: null, tokenized: null },
    },
    other: {
      rates: [
        1.027, 1.38, 0.114, 0.708, 0.187, 0.085, 0.837, 0.146, 0.163, 0.789, 1.111, -0.006, 1.241, 0.506, 0.692, 1.283,
        1.119, 0, 0, 0, 0, 4, 4, 4, 4, 10, 10, 0, 4, 4, 40, 0, 0,
      ],
      tokenizer: null,
      prompts: 0,
      repositories: 0,
      spread: { estimated: null, tokenized: null },
    },
  },
};
