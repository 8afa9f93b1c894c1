import type { DialectName } from "../../../harness/kernel/layout.ts";
import { copied, isObject, type Json, type JsonObject, objectsOf } from "../../lineage/sessions/json.ts";
import { said } from "./history-mutators.ts";
import type { Mutant } from "./mutant.ts";
import { itemsOf, type RealBody, withItems } from "./real-bodies.ts";

const WHERE = { type: "approximate", approximate: { country: "DE" } };

/** Members by which vendors of each wire switch on what they run themselves. */
const SETTINGS: Readonly<Record<DialectName, readonly (readonly [name: string, value: Json, other?: Json])[]>> = {
  "openai-chat": [
    ["web_search_options", {}, { search_context_size: "low" }],
    ["web_search_options", { user_location: WHERE }],
    ["plugins", [{ id: "web" }], [{ id: "web", max_results: 3 }]],
    ["enable_search", true],
    ["search_options", { forced_search: true }],
    ["search_parameters", { mode: "on" }, { mode: "auto" }],
    ["compound_custom", { tools: { enabled_tools: ["web_search"] } }],
  ],
  "openai-responses": [
    ["context_management", [{ type: "compaction" }]],
    ["prompt", { id: "pmpt_1", version: "1" }, { id: "pmpt_1", version: "2" }],
    ["prompt", { id: "pmpt_1", variables: { city: "Rome" } }, { id: "pmpt_1", variables: { city: "Oslo" } }],
  ],
  "anthropic-messages": [
    ["mcp_servers", [{ type: "url", name: "files", url: "https://mcp.example" }]],
    ["context_management", { edits: [{ type: "clear_tool_uses_20250919" }] }],
    [
      "container",
      { skills: [{ type: "anthropic", skill_id: "pdf" }] },
      { skills: [{ type: "anthropic", skill_id: "xlsx" }] },
    ],
  ],
  "gemini-generate": [],
  "bedrock-converse": [["promptVariables", { city: { text: "Rome" } }, { city: { text: "Oslo" } }]],
};

/** Tools that the provider runs, as each wire declares them. */
const TOOLS: Readonly<Record<DialectName, readonly JsonObject[]>> = {
  "openai-chat": [
    { type: "web_search" },
    { type: "web_search", web_search: { enable: true, search_engine: "search_pro" } },
    { type: "openrouter:web_search", parameters: { max_results: 3 } },
    { type: "browser_search" },
    { type: "code_interpreter", container: { type: "auto" } },
    { type: "x_search" },
    { type: "live_search" },
    { type: "retrieval", retrieval: { knowledge_id: "k" } },
    { type: "builtin_function", function: { name: "$web_search" } },
    { type: "web_search_20250305", name: "web_search" },
  ],
  "openai-responses": [
    { type: "web_search" },
    { type: "web_search_preview" },
    { type: "file_search", vector_store_ids: ["v"] },
    { type: "code_interpreter", container: { type: "auto" } },
    { type: "image_generation" },
    { type: "mcp", server_label: "files", server_url: "https://mcp.example" },
    { type: "x_search" },
  ],
  "anthropic-messages": [
    { type: "web_search_20250305", name: "web_search" },
    { type: "web_fetch_20250910", name: "web_fetch" },
    { type: "code_execution_20250825", name: "code_execution" },
  ],
  "gemini-generate": [{ googleSearch: {} }, { codeExecution: {} }, { urlContext: {} }],
  "bedrock-converse": [{ systemTool: { name: "nova_grounding" } }],
};

/** Tools that the client runs, whatever their type. */
const DECLARED: Readonly<Partial<Record<DialectName, readonly JsonObject[]>>> = {
  "openai-chat": [
    { type: "function", function: { name: "web_search", description: "Ours.", parameters: { type: "object" } } },
    { type: "custom", custom: { name: "web_search" } },
  ],
  "openai-responses": [
    { type: "function", name: "web_search", parameters: { type: "object" } },
    { type: "custom", name: "web_search" },
    { type: "local_shell" },
  ],
  "anthropic-messages": [
    { name: "web_search", input_schema: { type: "object" } },
    { type: "bash_20250124", name: "bash" },
  ],
};

/** What a provider runs is switched on, off or otherwise. */
export function* serverToolMutants(real: RealBody): Generator<Mutant> {
  const { codec, wire } = real;
  const base = withItems(real, itemsOf(real));
  const own = [...said(codec, "Done."), ...codec.user("Go on.", "block")];
  const going = (body: JsonObject): JsonObject => ({
    ...copied(body),
    [codec.list]: [...objectsOf(body[codec.list]), ...copied([...own])],
  });
  for (const [name, value, other] of SETTINGS[wire]) {
    const { [name]: _, ...off } = base;
    const on = { ...off, [name]: value };
    yield { code: "CB109", does: `switches ${name} on`, parent: off, child: going(on) };
    yield { code: "CB109", does: `switches ${name} off`, parent: on, child: going(off) };
    yield { code: null, does: `keeps ${name}`, parent: on, child: going(on) };
    if (other !== undefined)
      yield { code: "CB109", does: `changes ${name}`, parent: on, child: going({ ...off, [name]: other }) };
  }
  const withTool = (tool: JsonObject): JsonObject | null => {
    const body = copied(base);
    const list = wire === "bedrock-converse" ? body["toolConfig"] : body;
    if (!isObject(list) || !Array.isArray(list["tools"])) return null;
    list["tools"] = [...objectsOf(list["tools"]), tool];
    return body;
  };
  for (const tool of TOOLS[wire]) {
    const on = withTool(tool);
    if (on === null) continue;
    const name = JSON.stringify(tool).slice(0, 60);
    yield { code: "CB109", does: `adds ${name}`, parent: base, child: going(on) };
    yield { code: "CB109", does: `removes ${name}`, parent: on, child: going(base) };
    yield { code: null, does: `keeps ${name}`, parent: on, child: going(on) };
  }
  for (const tool of DECLARED[wire] ?? []) {
    const on = withTool(tool);
    if (on === null) continue;
    const name = JSON.stringify(tool).slice(0, 60);
    yield { code: "CB201", does: `adds ${name}`, parent: base, child: going(on) };
    yield { code: "CB202", does: `removes ${name}`, parent: on, child: going(base) };
  }
}
