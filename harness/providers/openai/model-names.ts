/** Words that OpenAI's model names end with (openai 7.57.0, ChatModel and ResponsesModel; Models, November 2026). */
const WORDS =
  "16k|32k|120b|20b|alpha|astra|audio|beta|chat|cloud|codex|computer|deep|high|image|instruct|latest|low|luna|max|mini|nano|preview|pro|realtime|" +
  "research|safeguard|search|sol|spark|terra|transcribe|translate|tts|turbo|use|vision|whisper";

/** A version, the words behind it, and a date or a number of a snapshot; on Bedrock behind the vendor's name. */
const NAMES = new RegExp(
  `^(?:openai\\.)?(?:ft:.+|(?:gpt-(?:3\\.5|4|4o|4\\.1|4\\.5|5|5\\.\\d+|6|6\\.\\d+|oss|audio|realtime)|o[134]|chatgpt|codex|computer)(?:[-:](?:${WORDS}|\\d+(?:\\.\\d+)?|4o|o|\\d{4}-\\d{2}-\\d{2}))*)$`,
  "i",
);

/** Whether OpenAI has, had or may get a model of this name. A name with a word that occurs in no OpenAI model is unknown. */
export function isOpenAiModel(model: string): boolean {
  return NAMES.test(model);
}
