import type { ClientCase } from "./client-case.ts";
import { serveCodeAssist } from "./serve-code-assist.ts";

/** Settings of gemini-cli for a key, without telemetry and updates. */
export const geminiSettings: string = settingsFor("gemini-api-key");

/** Files of a home that is logged in with Google, with made-up tokens, of which the first has run out. */
export function geminiLogin(home: string): Readonly<Record<string, string>> {
  const tokens = { access_token: "made-up-before", refresh_token: "made-up", token_type: "Bearer", expiry_date: 1 };
  return {
    [`${home}/.gemini/settings.json`]: settingsFor("oauth-personal"),
    [`${home}/.gemini/oauth_creds.json`]: JSON.stringify(tokens),
  };
}

export const geminiEnvironment: Readonly<Record<string, string>> = {
  GEMINI_TELEMETRY_ENABLED: "false",
  GEMINI_CLI_NO_RELAUNCH: "true",
  GEMINI_CLI_TRUST_WORKSPACE: "true",
  // A login that fails then ends the run instead of waiting for a person.
  NO_BROWSER: "true",
};

/** After a login with Google its prompts are wrapped, and Code Assist answers them. */
export const geminiWithLogin: ClientCase = {
  name: "gemini-cli, Google login",
  packages: ["@google/gemini-cli@0.61.0"],
  wire: "gemini-generate",
  preset: "gemini-cli-login",
  serve: serveCodeAssist,
  script: ({ project }) => ({
    parent: [{ call: { read_file: { file_path: `${project}/notes.md` } } }, { text: "One note." }],
  }),
  files: ({ home, project }) => ({ ...geminiLogin(home), [`${project}/notes.md`]: "- ship it\n" }),
  environment: geminiEnvironment,
  command: ({ installed, node }) =>
    `"${node}" "${installed}/node_modules/@google/gemini-cli/bundle/gemini.js" -m gemini-2.5-pro -y -p "Read notes.md."`,
  pairs: [
    {
      pair: "next turn",
      parent: ["parent", 1],
      child: ["parent", 2],
      expected: { verdict: "byte-identical", causes: [] },
    },
  ],
};

function settingsFor(selectedType: string): string {
  return JSON.stringify({
    security: { auth: { selectedType } },
    privacy: { usageStatisticsEnabled: false },
    general: { disableAutoUpdate: true },
  });
}
