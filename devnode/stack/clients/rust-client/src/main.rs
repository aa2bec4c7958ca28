//! Uses a node through rust-bitcoin's RPC client, whose types reject answers that a bitcoind would not give.
//! Arguments: the URL of the node, an address, and a raw transaction to send. Prints one fact a line.
//!
//! With the arguments `sign`, a PSBT in hex and master keys, it prints the PSBT with what rust-bitcoin signs.
use bitcoincore_rpc::bitcoin::{bip32::Xpriv, hex::FromHex, key::Secp256k1, psbt::Psbt, Address, Network};
use bitcoincore_rpc::{Auth, Client, RpcApi};
use std::str::FromStr;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    if arguments[1] == "sign" {
        return sign(&arguments[2], &arguments[3..]);
    }
    let rpc = Client::new(&arguments[1], Auth::UserPass("any".into(), "any".into()))?;
    let address = Address::from_str(&arguments[2])?.require_network(Network::Regtest)?;

    let info = rpc.get_blockchain_info()?;
    println!("chain {} height {}", info.chain, info.blocks);
    println!("version {}", rpc.get_network_info()?.version);
    let txid = rpc.send_raw_transaction(arguments[3].as_str())?;
    // This client insists on `bip125-replaceable`, which Bitcoin Core 31 no longer sends.
    match rpc.get_mempool_entry(&txid) {
        Ok(entry) => println!("mempool vsize {} fee {}", entry.vsize, entry.fees.base.to_sat()),
        Err(error) => println!("mempool entry without {}", error.to_string().contains("bip125-replaceable")),
    }
    println!("waiting {}", rpc.get_raw_mempool()?.len());

    let hash = rpc.generate_to_address(1, &address)?[0];
    let block = rpc.get_block(&hash)?;
    println!("merkle root {} witnesses {}", block.check_merkle_root(), block.check_witness_commitment());
    println!("mined {}", block.txdata.iter().any(|tx| tx.compute_txid() == txid));
    let header = rpc.get_block_header_info(&hash)?;
    println!("confirmations {}", header.confirmations);
    let sent = rpc.get_raw_transaction_info(&txid, None)?;
    println!("outputs {} block {}", sent.vout.len(), sent.blockhash == Some(hash));
    let coin = rpc.get_tx_out(&txid, 0, None)?.expect("an unspent output");
    println!("coin {} coinbase {}", coin.value.to_sat(), coin.coinbase);
    println!("best {}", rpc.get_best_block_hash()? == hash);
    let newest = rpc.wait_for_new_block(50)?;
    println!("waited {}", newest.hash == hash);

    match rpc.send_raw_transaction(arguments[3].as_str()) {
        Err(error) => println!("again {}", error.to_string().contains("-27")),
        Ok(_) => println!("again accepted"),
    }
    Ok(())
}

fn sign(psbt: &str, keys: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let mut psbt = Psbt::deserialize(&Vec::from_hex(psbt)?)?;
    for key in keys {
        // An error names inputs that are not of this key.
        let _ = psbt.sign(&Xpriv::from_str(key)?, &Secp256k1::new());
    }
    println!("{}", psbt.serialize_hex());
    Ok(())
}
