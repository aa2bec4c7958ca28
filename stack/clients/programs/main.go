// Signs in with the generated Go client: prints the challenges, reads the signatures, prints what it sees.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"signin/ordbook"
)

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

func main() {
	configuration := ordbook.NewConfiguration()
	configuration.Servers = ordbook.ServerConfigurations{{URL: os.Args[1]}}
	client := ordbook.NewAPIClient(configuration)
	ctx := context.Background()

	wallet := ordbook.NewCreateAuthChallengeRequest(os.Args[2], os.Args[3])
	challenge, _, err := client.AuthAPI.CreateAuthChallenge(ctx).CreateAuthChallengeRequest(*wallet).Execute()
	fmt.Println(string(must(json.Marshal(must(challenge, err)))))

	var signed ordbook.VerifyAuthChallengeRequest
	line := must(bufio.NewReaderSize(os.Stdin, 1<<20).ReadString('\n'))
	must(0, json.Unmarshal([]byte(line), &signed))
	verified, _, err := client.AuthAPI.VerifyAuthChallenge(ctx).VerifyAuthChallengeRequest(signed).Execute()
	ctx = context.WithValue(ctx, ordbook.ContextAccessToken, must(verified, err).SessionToken)

	me, _, err := client.ProfileAPI.GetMe(ctx).Execute()
	id := must(me, err).Profile.Id
	book, _, err := client.MarketAPI.ListListings(ctx).Limit(5).Execute()
	listings := len(must(book, err).Listings)
	page, _, err := client.MarketAPI.ListCollectionInscriptions(ctx, "embers").Limit(2).Execute()
	items := len(must(page, err).Items)
	seen := map[string]any{"profileId": id, "listings": listings, "items": items}
	fmt.Println(string(must(json.Marshal(seen))))
}
