package agent

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The server of this run: one for all tests, each of which has a case of its own.
var server string

func TestMain(m *testing.M) {
	command := os.Getenv("FORKPROOF")
	if command == "" {
		command = "node_modules/.bin/forkproof"
	}
	words := append(strings.Fields(command), "serve", "--control")
	process := exec.Command(words[0], words[1:]...)
	process.Stderr = os.Stderr
	out, err := process.StdoutPipe()
	if err == nil {
		err = process.Start()
	}
	if err != nil {
		panic(err)
	}
	line, _ := bufio.NewReader(out).ReadBytes('\n')
	var started struct{ BaseURL string }
	if err := json.Unmarshal(line, &started); err != nil {
		panic(err)
	}
	server = started.BaseURL
	code := m.Run()
	process.Process.Signal(os.Interrupt)
	// A script that was not followed ends the server with 1, also if no test asked for the judgement.
	if err := process.Wait(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, "forkproof serve reports faults of a script:", err)
		code = 1
	}
	os.Exit(code)
}

// A testCase is the mocked provider of one test, with a script, a cache and a virtual clock of its own.
type testCase struct{ baseURL, control string }

type judgement struct {
	Exchanges []struct {
		ID       string
		Parent   *string
		Reusable string
		Findings []struct{ Code, Observed string }
	}
	// Requests that the script did not foresee, and steps that no request asked for.
	Faults []struct{ Code, What string }
}

func newCase(t *testing.T, script string) testCase {
	// Tests whose names differ only in other characters have cases of their own.
	name := fmt.Sprintf("case-%x", sha256.Sum256([]byte(t.Name())))
	fixture := testCase{server + "/case/" + name, server + "/__forkproof/cases/" + name}
	read(t, "POST", fixture.control, script, nil)
	return fixture
}

// The agent must have ended: by then every step of the script has been asked for.
func (fixture testCase) judgement(t *testing.T) (judged judgement) {
	t.Helper()
	read(t, "GET", fixture.control+"/judgement", "", &judged)
	for _, fault := range judged.Faults {
		t.Errorf("%s %s", fault.Code, fault.What)
	}
	return judged
}

func (fixture testCase) advance(t *testing.T, by string) {
	read(t, "POST", fixture.control+"/advance", `{"by":"`+by+`"}`, nil)
}

// A refusal ends the test: a case without two comparable requests cannot pass by accident.
func read(t *testing.T, method, url, body string, into any) {
	t.Helper()
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	said, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= 300 {
		t.Fatalf("%s %s: %s %s", method, url, response.Status, said)
	}
	if into == nil {
		return
	}
	if err := json.Unmarshal(said, into); err != nil {
		t.Fatal(err)
	}
}
