// What btcd's RPC client reads of devnode in its own types, from the address in RPC_HOST.
package main

import (
	"os"
	"testing"

	"github.com/btcsuite/btcd/btcjson"
	"github.com/btcsuite/btcd/btcutil"
	"github.com/btcsuite/btcd/chaincfg"
	"github.com/btcsuite/btcd/chaincfg/chainhash"
	"github.com/btcsuite/btcd/rpcclient"
	"github.com/btcsuite/btcd/txscript"
	"github.com/btcsuite/btcd/wire"
)

const amount = btcutil.Amount(50_000)

func connect(t *testing.T, wallet string) *rpcclient.Client {
	client, err := rpcclient.New(&rpcclient.ConnConfig{
		Host:         os.Getenv("RPC_HOST") + wallet,
		User:         "any",
		Pass:         "any",
		Params:       "regtest",
		HTTPPostMode: true,
		DisableTLS:   true,
	}, nil)
	must(t, err)
	return client
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestChain(t *testing.T) {
	client := connect(t, "")
	defer client.Shutdown()
	info, err := client.GetBlockChainInfo()
	must(t, err)
	hash, err := client.GetBlockHash(int64(info.Blocks))
	must(t, err)
	if info.Chain != "regtest" || info.BestBlockHash != hash.String() {
		t.Fatal(info)
	}
	block, err := client.GetBlock(hash)
	must(t, err)
	if block.BlockHash() != *hash {
		t.Fatal(block.BlockHash(), hash)
	}
	verbose, err := client.GetBlockVerboseTx(hash)
	must(t, err)
	coinbase, err := chainhash.NewHashFromStr(verbose.Tx[0].Txid)
	must(t, err)
	output, err := client.GetTxOut(coinbase, 0, true)
	must(t, err)
	if !output.Coinbase || output.Confirmations != 1 {
		t.Fatal(output)
	}
	if _, err = client.GetBlockHash(99_999); err == nil || err.(*btcjson.RPCError).Code != btcjson.ErrRPCInvalidParameter {
		t.Fatal(err)
	}
	if _, err = client.GetNetworkInfo(); err != nil {
		t.Fatal(err)
	}
	mempool, err := client.GetRawMempool()
	must(t, err)
	if len(mempool) != 0 {
		t.Fatal(mempool)
	}
}

func TestWallet(t *testing.T) {
	base := connect(t, "")
	defer base.Shutdown()
	_, err := base.CreateWallet("btcd")
	must(t, err)
	client := connect(t, "/wallet/btcd")
	defer client.Shutdown()
	address, err := client.GetNewAddress("savings")
	must(t, err)
	_, err = client.GenerateToAddress(101, address, nil)
	must(t, err)
	balance, err := client.GetBalance("*")
	must(t, err)
	balances, err := client.GetBalances()
	must(t, err)
	if balance == 0 || balances.Mine.Trusted != balance.ToBTC() {
		t.Fatal(balance, balances)
	}
	info, err := client.GetAddressInfo(address.EncodeAddress())
	must(t, err)
	if !info.IsMine || info.Labels[0] != "savings" {
		t.Fatal(info)
	}
	other, err := client.GetNewAddressType("", "bech32m")
	must(t, err)
	txid, err := client.SendToAddress(other, amount)
	must(t, err)
	entry, err := client.GetMempoolEntry(txid.String())
	must(t, err)
	sent, err := client.GetTransaction(txid)
	must(t, err)
	if entry.Fees.Base <= 0 || sent.Fee != -entry.Fees.Base {
		t.Fatal(entry, sent)
	}
	_, err = client.GenerateToAddress(1, address, nil)
	must(t, err)
	unspent, err := client.ListUnspentMinMaxAddresses(1, 9_999_999, []btcutil.Address{other})
	must(t, err)
	if len(unspent) != 1 || unspent[0].Amount != amount.ToBTC() {
		t.Fatal(unspent)
	}
	transactions, err := client.ListTransactions("*")
	must(t, err)
	if len(transactions) == 0 {
		t.Fatal("no transactions")
	}
	spend(t, client, unspent[0])
}

func spend(t *testing.T, client *rpcclient.Client, coin btcjson.ListUnspentResult) {
	hash, err := chainhash.NewHashFromStr(coin.TxID)
	must(t, err)
	outpoint := wire.NewOutPoint(hash, coin.Vout)
	must(t, client.LockUnspent(false, []*wire.OutPoint{outpoint}))
	locked, err := client.ListLockUnspent()
	must(t, err)
	if len(locked) != 1 || *locked[0] != *outpoint {
		t.Fatal(locked)
	}
	to, err := btcutil.DecodeAddress("bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", &chaincfg.RegressionNetParams)
	must(t, err)
	script, err := txscript.PayToAddrScript(to)
	must(t, err)
	tx := wire.NewMsgTx(2)
	tx.AddTxIn(wire.NewTxIn(outpoint, nil, nil))
	tx.AddTxOut(wire.NewTxOut(int64(amount)-1000, script))
	signed, complete, err := client.SignRawTransactionWithWallet(tx)
	must(t, err)
	if !complete {
		t.Fatal("not signed")
	}
	results, err := client.TestMempoolAccept([]*wire.MsgTx{signed}, 0)
	must(t, err)
	if !results[0].Allowed {
		t.Fatal(results[0])
	}
	txid, err := client.SendRawTransaction(signed, true)
	must(t, err)
	found, err := client.GetRawTransactionVerbose(txid)
	must(t, err)
	if found.Vout[0].Value != (amount - 1000).ToBTC() {
		t.Fatal(found)
	}
	funded, err := client.WalletCreateFundedPsbt(nil, []btcjson.PsbtOutput{btcjson.NewPsbtOutput(to.EncodeAddress(), amount)}, nil, &btcjson.WalletCreateFundedPsbtOpts{}, nil)
	must(t, err)
	processed, err := client.WalletProcessPsbt(funded.Psbt, nil, "ALL", nil)
	must(t, err)
	if !processed.Complete {
		t.Fatal(processed)
	}
}
