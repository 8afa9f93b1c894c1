import type { MockProvider } from "../../harness/mock/mock-provider.ts";

const ACCOUNT = "account";

/** Of a ChatGPT login: tokens that no one has signed, and that are valid for long. */
export function codexLogin(): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { chatgpt_plan_type: "plus", chatgpt_account_id: ACCOUNT, chatgpt_user_id: "user" };
  const body = { email: "someone@example.com", exp: 4_000_000_000, "https://api.openai.com/auth": claims };
  const token = `${part({ alg: "none" })}.${part(body)}.${Buffer.from("unsigned").toString("base64url")}`;
  const tokens = { id_token: token, access_token: token, refresh_token: "mocked", account_id: ACCOUNT };
  return JSON.stringify({ auth_mode: "chatgpt", OPENAI_API_KEY: null, tokens, last_refresh: new Date().toISOString() });
}

/** Codex 0.169 asks ChatGPT for the backend of its account before it asks for an answer. */
export function withAccount(provider: MockProvider): Pick<MockProvider, "answer"> {
  return {
    answer: async (request, sink, signal) => {
      if (!request.path.endsWith("/wham/accounts/check")) return await provider.answer(request, sink, signal);
      sink.start(200, [["content-type", "application/json"]]);
      await sink.write(Buffer.from(JSON.stringify({ accounts: [account], account_ordering: [ACCOUNT] })));
      sink.end();
    },
  };
}

const account = {
  id: ACCOUNT,
  account_user_id: "user",
  name: "Made up",
  structure: "personal",
  plan_type: "plus",
  is_deactivated: false,
  is_fedramp_compliant_workspace: false,
  can_access_with_session: true,
  workspace_backend_origin: "https://chatgpt.com",
  account_routing_override: "us",
};
