"""What python-bitcoinlib's RPC proxy does with devnode, at the URL that is given. Any error ends it."""
import sys
from bitcoin import SelectParams
from bitcoin.core import COIN, CMutableTransaction, CMutableTxIn, CMutableTxOut
from bitcoin.rpc import Proxy
from bitcoin.wallet import CBitcoinAddress

SelectParams('regtest')
url = sys.argv[1]
Proxy(url).call('createwallet', 'bitcoinlib')
rpc = Proxy(url + '/wallet/bitcoinlib')

mine = rpc.getnewaddress()
rpc.generatetoaddress(101, mine)
assert rpc.getblock(rpc.getbestblockhash()).GetHash() == rpc.getblockhash(rpc.getblockcount())
assert rpc.getbalance() > 0
assert rpc.validateaddress(str(mine))['isvalid']

other = CBitcoinAddress('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080')
txid = rpc.sendtoaddress(str(other), 50_000)
assert txid in rpc.getrawmempool()
assert rpc.gettransaction(txid)['txid']
assert 50_000 in [output.nValue for output in rpc.getrawtransaction(txid).vout]
rpc.generatetoaddress(1, mine)
assert rpc.getrawmempool() == []

coin = max(rpc.listunspent(), key=lambda each: each['amount'])
assert rpc.gettxout(coin['outpoint'])['txout'].nValue == coin['amount']
rpc.lockunspent(False, [coin['outpoint']])
assert coin['outpoint'] not in [each['outpoint'] for each in rpc.listunspent()]
rpc.lockunspent(True, [coin['outpoint']])
spend = CMutableTransaction(
    [CMutableTxIn(coin['outpoint'])], [CMutableTxOut(coin['amount'] - COIN // 1000, other.to_scriptPubKey())]
)
signed = rpc.signrawtransactionwithwallet(spend)
assert signed['complete']
assert rpc.sendrawtransaction(signed['tx']) in rpc.getrawmempool()
try:
    rpc.gettransaction(b'\x00' * 32)
    raise SystemExit("a transaction of nobody was found")
except IndexError:
    pass
print('done')
