import type { OptionSpec } from "../command-spec.ts";

/** How `record` reads the traffic of a client that has a login, a fixed host or several providers. */
export const forwardOptions: readonly OptionSpec[] = [
  {
    name: "forward",
    value: null,
    description:
      "run the client behind a forward proxy instead: by HTTPS_PROXY, with a certificate authority of its own",
  },
  {
    name: "host",
    value: "HOST",
    repeats: true,
    description:
      "with --forward: read the traffic of this host too, such as llm.example.com or *.example.com; repeatable",
  },
  {
    name: "ephemeral-ca",
    value: null,
    description: "with --forward: keep the certificate authority's key in memory, for this run only",
  },
  {
    name: "connect-to",
    value: "FROM=TO",
    repeats: true,
    description: "with --forward, for tests: connect to TO when the client asks for FROM, both HOST:PORT; repeatable",
  },
  {
    name: "remove",
    value: null,
    description: "with `record ca`: delete the certificate authority of --forward",
  },
];
