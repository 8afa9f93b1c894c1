import { expect, test } from "vitest";
import { expectations } from "../../harness/scenario/expectations/expectations.ts";
import type { FromSchema } from "../../harness/scenario/schema/from-schema.ts";
import { makeScenarioSchema } from "../../harness/scenario/schema/make-scenario-schema.ts";
import { compileScenarioSchema } from "../../harness/scenario/shape/scenario-validator.ts";
import type { SubjectKind } from "../../harness/scenario/subjects/subject-kind.ts";
import { decodeSubject, subjectKinds } from "../../harness/scenario/subjects/subjects.ts";

const schema = { title: "the name of an image", description: "Your container.", type: "string", minLength: 1 } as const;

type ImageSubject = { readonly kind: "image"; readonly image: string };

/** All that a new subject takes in the scenario: this value, and its line in the list. */
const image: SubjectKind<FromSchema<typeof schema>, ImageSubject> = {
  key: "image",
  schema,
  decode: (name) => ({ kind: "image", image: name }),
  needs: { parent: true, prompt: true },
  refuses: { definition: "notWithImage", title: "a fork in an `image`", keys: ["abortAfter"] },
};

const kinds = [...subjectKinds, image];
const known = (): boolean => true;
const formats = { finding: known, provider: known, strategy: known, regex: known, "json-pointer": /^/ };
const { validate } = compileScenarioSchema(formats, { optimize: false }, makeScenarioSchema(expectations, kinds));

function faultsOf(fork: object, parent: object = { parent: { source: "s", exchange: "last" } }): readonly string[] {
  validate({ name: "x", ...parent, fork });
  return (validate.errors ?? []).map(({ instancePath, keyword, parentSchema }) =>
    keyword === "not" ? `${instancePath}: ${String(parentSchema?.["title"])}` : `${instancePath}: ${keyword}`,
  );
}

test("a listed subject is accepted under `fork`, and decoded", () => {
  const fork = { image: "agent:1", prompt: "go" };
  expect(faultsOf(fork)).toEqual([]);
  expect(decodeSubject<ImageSubject>(fork, kinds)).toEqual({ kind: "image", image: "agent:1" });
  expect(() => decodeSubject(fork)).toThrow("without a subject");
});

test("a listed subject requires and refuses the keys that it names", () => {
  expect(faultsOf({ image: "agent:1", prompt: "go" }, {})).toContain(": required");
  expect(faultsOf({ image: "agent:1", prompt: "go", abortAfter: "1s" })).toContain(
    "/fork/abortAfter: a fork in an `image`",
  );
  expect(faultsOf({ image: "agent:1", prompt: "go", command: ["node"] })).toContain("/fork: oneOf");
});

test("a listed subject that gets a directive needs a prompt", () => {
  expect(faultsOf({ image: "agent:1" })).toContain("/fork: required");
});
