/**
 * The nodes of unbash that an allowed command may hold. A kind that is missing here denies the command, so a newer grammar can add no
 * hole: Function, HereDoc, ProcessSubstitution, ArrayValue, Case, ArithmeticFor and the rest of its kinds are left out on purpose.
 */
export const understoodNodes: ReadonlySet<string> = new Set(
  (
    "Script Statement CompoundList Elif AndOr Pipeline Negation Time Command Redirected If For While Subshell BraceGroup " +
    "TestCommand TestUnary TestBinary TestLogical TestNot TestGroup Word Literal Glob SingleQuoted DoubleQuoted AnsiCQuoted " +
    "SimpleExpansion ParameterExpansion Default Remove Replace Slice CaseModification CommandExpansion ArithmeticExpansion " +
    "ArithmeticBinary ArithmeticUnary ArithmeticGroup ArithmeticWord BraceExpansion Assignment Redirect FileDescriptor"
  ).split(" "),
);
