module example/agent

go 1.19
