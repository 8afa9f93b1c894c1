const LIGHT = `
color-scheme: light;
--ground: #ffffff; --raised: #f6f7f9; --line: #d5d9e0; --text: #1b1f27; --faint: #5a6270; --link: #0b57c2;
--read: #2f6db5; --written: #3f9bd9; --fresh: #7b8494; --lost: #c93a0b; --unknown: #8a8f99; --mark: #14181f;
--focus: #111111; --bad: #b3300a; --warn: #7d5600; --good: #1c6b3a; --del: #ffdcd1; --ins: #cdf0d6; --hover: #eef2f8;
--chosen: #dfeaf9;`;

const DARK = `
color-scheme: dark;
--ground: #14171c; --raised: #1c2027; --line: #363c47; --text: #e4e7ec; --faint: #a1a9b6; --link: #8ab8ff;
--read: #3f7fca; --written: #69bdf2; --fresh: #8d97a8; --lost: #ff7847; --unknown: #7c8391; --mark: #f2f4f7;
--focus: #ffffff; --bad: #ff9472; --warn: #e8b84a; --good: #6fd093; --del: #5c2413; --ins: #14472a; --hover: #222832;
--chosen: #22344f;`;

/** Colours by theme: as the system asks, or as the reader chose. All pairs of text and ground have a contrast of 4.5 or more. */
export const colours: string = `
:root {${LIGHT}}
@media (prefers-color-scheme: dark) { :root {${DARK}} }
:root[data-theme="light"] {${LIGHT}}
:root[data-theme="dark"] {${DARK}}
`;
