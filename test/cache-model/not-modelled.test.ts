/* oxlint-disable vitest/warn-todo -- a vector without a rule is named with its reason, not passed over */
import { test } from "vitest";

/** What provider-caches.md names and no rule answers, each with its reason; ARCHITECTURE.md says the same in prose. */
test.todo("V57 thinking bound to its prefix: the mocked provider checks no signatures");
test.todo("V58 a thread continued twice: threads keep their state at the provider, a body shows none of it");
