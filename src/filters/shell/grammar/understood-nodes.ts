/**
 * The named nodes of tree-sitter-bash (its grammar.js, 0.25) that an allowed command may hold. A kind that is missing here denies the
 * command, so a newer grammar can add no hole: function_definition, heredoc_redirect, process_substitution, array, subscript,
 * case_statement, c_style_for_statement and the rest of its kinds are left out on purpose.
 */
export const understoodNodes: ReadonlySet<string> = new Set(
  (
    "program comment list pipeline subshell compound_statement negated_command command command_name declaration_command unset_command " +
    "redirected_statement file_redirect file_descriptor variable_assignment variable_assignments if_statement elif_clause else_clause " +
    "for_statement while_statement do_group test_command test_operator binary_expression unary_expression parenthesized_expression word string " +
    "string_content raw_string ansi_c_string number concatenation brace_expression extglob_pattern regex simple_expansion expansion " +
    "variable_name special_variable_name command_substitution arithmetic_expansion"
  ).split(" "),
);
