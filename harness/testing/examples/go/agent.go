// Package agent is a small agent that answers and then forks itself.
package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

var notes = strings.Repeat("The museum keeps a notebook for each ship that came home. ", 400)

type object = map[string]any

func tool(name string) object {
	return object{"name": name, "description": name, "input_schema": object{"type": "object"}}
}

// ask sends one turn. bug breaks it in one of five usual ways.
func ask(baseURL string, said []string, bug string) (string, error) {
	block := object{"type": "text", "text": notes}
	if bug == "system" {
		block["text"] = notes + "You are a fork."
	}
	if bug != "breakpoint" {
		block["cache_control"] = object{"type": "ephemeral"}
	}
	tools := []object{tool("read_note"), tool("write_note")}
	switch bug {
	case "tool":
		tools = tools[:1]
	case "order":
		tools[0], tools[1] = tools[1], tools[0]
	}
	messages := []object{}
	for at, text := range said {
		messages = append(messages, object{"role": [2]string{"user", "assistant"}[at%2], "content": text})
	}
	body, err := json.Marshal(object{
		"model": "claude-sonnet-4-5", "max_tokens": 64, "tools": tools, "system": []object{block}, "messages": messages,
	})
	if err != nil {
		return "", err
	}
	request, err := http.NewRequest("POST", baseURL+"/v1/messages", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	request.Header.Set("content-type", "application/json")
	request.Header.Set("x-api-key", "any")
	request.Header.Set("anthropic-version", "2023-06-01")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return "", err
	}
	var message struct{ Content []struct{ Text string } }
	if response.StatusCode != 200 || json.Unmarshal(answer, &message) != nil || len(message.Content) == 0 {
		return "", fmt.Errorf("%s: %s", response.Status, answer)
	}
	return message.Content[0].Text, nil
}

// ParentAndFork asks a question, and forks from its answer.
func ParentAndFork(baseURL, bug string) (string, error) {
	question := "Who sailed to Kiel?"
	answer, err := ask(baseURL, []string{question}, "")
	if err != nil {
		return "", err
	}
	repeated := question
	if bug == "history" {
		repeated += " (shortened)"
	}
	return ask(baseURL, []string{repeated, answer, "Which notes hold?"}, bug)
}
