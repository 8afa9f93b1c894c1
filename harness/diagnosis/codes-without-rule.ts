import type { RuleText } from "./rule.ts";

/**
 * A code of the catalogue that no rule finds in recorded requests.
 *
 * - `warning` a run warns of it
 * - `reserved` nothing says it: `when` says why, and where the same shows
 */
export type CodeWithoutRule = Omit<RuleText, "weight"> & { readonly status: "warning" | "reserved" };

/** A tired reader may meet these in the catalogue, in a scenario or in a report; so they can be looked up like all others. */
export const codesWithoutRule: readonly CodeWithoutRule[] = [
  {
    code: "CB801",
    slug: "tools-altered-by-filter",
    status: "reserved",
    segment: "tools",
    severity: "high",
    providerReason: "tools_changed",
    title: "A tool filter changed the tools that the fork declares",
    when: "Not reported: two requests do not show why a tool is missing, so the break is reported as CB202, CB201 or CB204. The filters of this library decide when a tool is called and never see the list.",
    why: "Tools stand before everything else in the prompt. A filter that hides one from the request changes the first bytes of the prefix, and the whole of it is paid again.",
    fix: "Declare the parent's tools as they are, and deny calls when they are made.",
  },
  {
    code: "CB802",
    slug: "denied-attempt",
    status: "reserved",
    segment: "usage",
    severity: "none",
    providerReason: null,
    title: "The fork called a tool that its filter denied",
    when: "Not a finding: `run` lists each denied call with its rule among the fork's decisions, and a scenario holds them with `expect: { decisions }`.",
    why: "A denial costs a turn, and nothing of the cache.",
    fix: "Name in the directive what the fork may do, so that it does not try what it may not.",
  },
  {
    code: "CB803",
    slug: "escape",
    status: "reserved",
    segment: "usage",
    severity: "high",
    providerReason: null,
    title: "A fork changed something that its filter does not allow",
    when: "Not a finding: requests do not show what tools did. A run with a memory filter compares the files before and after, and its check `effects` fails for each change that no allowed write explains.",
    why: "What is wrong is not the price: a dispatcher that ignores its filter lets an unwatched agent write anywhere.",
    fix: "Ask the filter before each call is carried out, and carry out what it allows alone.",
  },
  {
    code: "CB804",
    slug: "no-snapshot",
    status: "reserved",
    segment: "parameters",
    severity: "high",
    providerReason: null,
    title: "The fork was started without its parent's request, so nothing could be shared",
    when: "Not reported: a request does not show what its sender knew. For a fork with a prompt of its own, `inspect` reports a fresh agent, and `judge` the differences. The agent tool of this library refuses such a fork with the reason no_snapshot.",
    why: "A fork that rebuilds system prompt and tools from its own settings shares no byte with its parent, and pays for all of it.",
    fix: "Keep the parent's last request as it was sent, and fork from that.",
  },
  {
    code: "CB805",
    slug: "override-breaks-cache",
    status: "reserved",
    segment: "parameters",
    severity: "high",
    providerReason: null,
    title: "A setting of the fork cannot share its parent's cache",
    when: "Not reported: two requests show which setting differs, not who asked for it, so the finding is CB101, CB102, CB103, CB201 or CB202.",
    why: "Another model, effort or list of tools is another cache, however equal the conversation is. The cheaper model may cost more than the dear one that reads from cache.",
    fix: "Fork with the parent's model, effort and tools, or start a fresh agent and expect to pay for it.",
  },
  {
    code: "CB900",
    slug: "first-turn-ratio-low",
    status: "warning",
    segment: "usage",
    severity: "medium",
    providerReason: null,
    title: "The fork's first turn read less than half of its prompt from the cache",
    when: "Usage was reported, the hit ratio of the first turn is below 0.5, and the shared prefix is not below the model's cacheable minimum. If forkproof does not model the provider's cache, the expected ratio is unknown, and it warns, too. It is a warning: it fails a run with `--max-warnings`, or where a scenario's `warnings` do not expect it.",
    why: "A fork is started to read its parent's prompt at a tenth of the price. Below one half, it mostly pays anew. A long directive on a short parent also lowers the ratio, so the report shows the expected ratio, too.",
    fix: "Look at the findings of the same run: they name what broke. If nothing broke, wait for the parent's first response byte, or shorten the directive.",
  },
];
