/** The settings of a request outside its prefix, under one name for all wire formats. */
export type Setting =
  | "thinking"
  | "effort"
  | "tool-choice"
  | "speed"
  | "output-format"
  | "max-tokens"
  | "server-tools"
  | "cache-key"
  | "cached-content";

export type SettingField = {
  /** A top-level member of the body, or a member of it behind dots; protocol buffers' JSON takes `tool_config` for `toolConfig`. */
  readonly name: string;
  /** The provider's default if it is omitted, as JSON; null if omission is a value of its own. */
  readonly omitted?: string;
  /** The same, where it hangs on the model. */
  readonly omittedBy?: (model: string) => string | null;
  /** Other words for the same value. */
  readonly alike?: Readonly<Record<string, string>>;
  /** The members that count; by default all. */
  readonly members?: readonly string[];
};

/** How one wire format spells each. */
export type Settings = Readonly<Record<Setting, readonly SettingField[]>>;
