/** Commands that tests start behave as on a developer's own machine, wherever the tests run; a test of behaviour in CI sets the variable itself. */
delete process.env["CI"];
