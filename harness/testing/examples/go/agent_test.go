package agent

import (
	"os"
	"testing"
)

// BUG=system, order, tool, history or breakpoint breaks the agent, and turns this test red.
func TestForkKeepsItsParentsPrefix(t *testing.T) {
	fixture := newCase(t, `{"parent": [{"text": "Anna did."}], "fork": [{"text": "All hold."}]}`)
	text, err := ParentAndFork(fixture.baseURL, os.Getenv("BUG"))
	if err != nil || text != "All hold." {
		t.Fatalf("the fork said %q, %v", text, err)
	}

	exchanges := fixture.judgement(t).Exchanges
	if len(exchanges) != 2 || exchanges[1].Parent == nil || *exchanges[1].Parent != exchanges[0].ID {
		t.Fatalf("not a parent and its fork: %+v", exchanges)
	}
	for _, finding := range exchanges[1].Findings {
		t.Errorf("%s %s", finding.Code, finding.Observed)
	}
	if exchanges[1].Reusable != "yes" {
		t.Errorf("the cache can serve the parent's prefix: %s", exchanges[1].Reusable)
	}
}
