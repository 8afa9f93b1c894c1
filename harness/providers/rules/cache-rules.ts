import type { Source } from "../../kernel/source.ts";
import type { BlockKind, DialectName, Segment } from "../../kernel/layout.ts";
import type { Setting } from "../../wires/settings.ts";

/** The rules of one provider's prompt cache, as numbers. A dated value; every number has its source. */
export type ProviderRules = CacheRules | BoundaryRules | PrefixRules;

/** How a request becomes keys and lengths, whatever the cache does with them. */
export type KeyRules = {
  readonly provider: string;
  /** Year and month of the newest source. */
  readonly asOf: string;
  /** Kinds of which neighbours share one position. */
  readonly runsShareAPosition: Fact<readonly BlockKind[]>;
  /** Kinds that cannot carry a breakpoint; the automatic one steps back over them. */
  readonly unmarkable: Fact<readonly BlockKind[]>;
  readonly defaultTtl: Fact<string>;
  /**
   * The parameter by which a request names one lifetime for everything that it stores; null without such a parameter. A
   * breakpoint's own lifetime takes precedence.
   */
  readonly lifetimeParameter: Fact<string | null>;
  /** Whether a change to any tool uncaches all of them, also the ones before it. */
  readonly toolsAreOneBlock: Fact<boolean>;
  /** Whether the last block is marked without being asked to be: the provider caches the conversation by itself. */
  readonly marksLastBlock: Fact<boolean>;
  /** Tools whose `type` begins so: switching them on or off leaves the other tools readable, but not system. */
  readonly toolsHashedWithSystem: Fact<readonly string[]>;
  /** A first system block whose text begins so is not part of the prompt; null if every block is. */
  readonly unhashedSystemHead: Fact<string | null>;
  /** Headers whose values separate caches; a request without all of them shares with no other. Empty: no header separates. */
  readonly scopeHeaders: Fact<readonly string[]>;
  /** Headers without which a request does not meet what was stored with them: they switch the cache on, or lead to the server that has it. */
  readonly neededHeaders: Fact<readonly string[]>;
  /** Those of them whose value names the server, so that another value may lead to one that has nothing. */
  readonly leadingHeaders: Fact<readonly string[]>;
  /** Values of `anthropic-beta`, without their dates, of which each set has its own cache; any other changes nothing. */
  readonly betasInKey: Fact<readonly string[]>;
  readonly parameters: readonly ParameterRule[];
  /** Settings that are part of the prompt however a wire format spells them; a row of `parameters` precedes the format's own. */
  readonly settings: readonly Setting[];
  readonly contents: readonly ContentRule[];
  readonly models: readonly ModelRule[];
  /** For a model that no row names. */
  readonly unknownModel: ModelRule;
};

/** Entries are written and found at the blocks that the caller marks. */
export type CacheRules = KeyRules & {
  readonly engine: "marked-blocks";
  /** Breakpoints that a request may carry, the automatic one included. */
  readonly maxBreakpoints: Fact<number>;
  /** The fate of a request with more: it is refused, or its oldest do not count. */
  readonly surplusBreakpoints: Fact<"refused" | "oldest-dropped">;
  /** Positions searched back from a breakpoint, its own included. */
  readonly lookbackPositions: Fact<number>;
  /** Whether each block before a breakpoint stores its prefix too. */
  readonly storesEveryBlock: Fact<boolean>;
  /** Whether a request without breakpoints asks the provider's automatic cache alone, which holds nothing that was stored at breakpoints. */
  readonly excludesAutomatic?: Fact<boolean>;
  /** Segments on which breakpoints stand without effect. */
  readonly ignoredBreakpoints: Fact<readonly Segment[]>;
  /** Lifetime by the name that a breakpoint gives it, from the start of the request that last wrote or read the entry. */
  readonly ttlMs: Fact<Readonly<Record<string, number>>>;
  readonly readableFrom: Fact<"first-byte" | "end">;
  /** For how long a read makes an entry live on: for its own lifetime, or for the one that the reading breakpoint asks for. */
  readonly renewedFor: Fact<"own" | "asked">;
};

/** Entries are written and found at the ends of messages and at the blocks that the caller marks; nothing in between. */
export type BoundaryRules = KeyRules & {
  readonly engine: "boundaries";
  /** Marked blocks that are stored in addition to the implicit point, and without it. */
  readonly storedMarks: Fact<{ readonly implicit: number; readonly explicit: number }>;
  /** Marked blocks that are looked up: so many of the first, so many of the last. */
  readonly soughtMarks: Fact<{ readonly first: number; readonly last: number }>;
  /** Ends of earlier messages that are looked up in addition to the implicit point. */
  readonly soughtMessages: Fact<number>;
  /** Whether the end of the instructions is stored and looked up too. */
  readonly instructionsEnd: Fact<boolean>;
  readonly ttlMs: Fact<Readonly<Record<string, number>>>;
  /** How long an entry may be kept at most, by what a request says in `prompt_cache_retention`: its lifetime is the least. */
  readonly mayLiveMs: Fact<Readonly<Record<string, number>>>;
};

/** Whole sequences are stored; whatever a request shares with one of them can be read, in units. */
export type PrefixRules = KeyRules & {
  readonly engine: "shared-prefix";
  /** A read is a multiple of this, unless a model says otherwise. */
  readonly stepTokens: Fact<number>;
  /** Tokens at the end of a shared prompt that are not served, unless a model says otherwise. */
  readonly heldBackTokens: Fact<number>;
  /** Whether they are served where the answer was shared too: the prompt's own end is then no end. */
  readonly answerFreesHeldBack: Fact<boolean>;
  /** The part of the shared prefix that is served. */
  readonly share: Fact<number>;
  /** The read of a repeated whole request: as its rounding says, all of it, or all except its last token. */
  readonly repeat: Fact<"rounded" | "all" | "all-but-one">;
  /** Whether the generated answer joins its prompt. */
  readonly keepsAnswer: Fact<boolean>;
  /** Whether an answer that began with thinking is read only if its thinking is sent back. */
  readonly needsThinking?: Fact<boolean>;
  /** Whether only what was stored whole can be read: a prompt, a prompt with its answer, a prefix that was seen twice. */
  readonly wholeUnits: Fact<boolean>;
  /** Where only whole units can be read: tokens at whose multiples one ends, too. */
  readonly unitTokens?: Fact<number>;
  /** Whether an argument that is an object or a list is prompt as the client spells it, so that other white space ends what is read. */
  readonly spellsArguments?: Fact<boolean>;
  /** Milliseconds after a response's end until its sequence can be read. */
  readonly delayMs: Fact<number>;
  readonly ttlMs: Fact<number>;
  /** Whether what is stored is reported as written: all of a prompt that was not read. Where it is not, it counts as fresh. */
  readonly tellsWrites?: Fact<boolean>;
  /** Lifetime by the name that a request gives it, where requests name one. */
  readonly namedTtlMs?: Fact<Readonly<Record<string, number>>>;
};

export type Fact<T> = { readonly value: T; readonly source: Source };

/** A request parameter that is part of the prefix: a change of its value uncaches `level` and all that follows. */
export type ParameterRule = {
  /** A top-level member, or a member of it after a dot. */
  readonly name: string;
  readonly level: Segment;
  /** The value that an omitted parameter has, as JSON; null where omission is a value of its own. */
  readonly whenOmitted: string | null;
  /** Other words for the same value; of an object, those of its type. */
  readonly alike?: Readonly<Record<string, string>>;
  /** The members that count; by default all. */
  readonly members?: readonly string[];
  /** Parameters that limit a thinking budget. */
  readonly limits?: readonly string[];
  /** The wire format that has it; by default every one. */
  readonly dialect?: DialectName;
  readonly source: Source;
};

/** A property of the whole conversation that is part of the prefix: its first or last bearer uncaches `level`. */
export type ContentRule = {
  readonly bearer: "image" | "citations";
  readonly level: Segment;
  readonly source: Source;
};

export type ModelRule = {
  /** Model id without its date. */
  readonly family: string;
  /** Shortest prefix, in tokens, that is cached at all. */
  readonly minimumTokens: number;
  /** Whether content written as a string has the key of the same text in one block. */
  readonly stringEqualsTextBlock: boolean;
  /** Where this model's unit differs from `stepTokens`. */
  readonly stepTokens?: number;
  /** Where this model's hidden tokens differ from `heldBackTokens`. */
  readonly heldBackTokens?: number;
  /**
   * Whether thinking of earlier turns is left out once a user message is not only tool results: later content has another key
   * from then on.
   */
  readonly dropsOldThinking?: boolean;
  /** Where this model differs from `parameters`. */
  readonly levels?: Readonly<Record<string, Segment>>;
  /** The model's value for an omitted parameter, as JSON, if it differs from `parameters`. */
  readonly omissions?: Readonly<Record<string, string>>;
  readonly source: Source;
};
