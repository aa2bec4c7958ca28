// Judges spends with Bitcoin Core's own VerifyScript. Reads one spend a line from the standard input:
//   <flags, decimal> <input> <transaction, hex> <sats>:<script, hex>,...   (one spent output per input)
// and prints the verdict a line: OK, or Core's sentence for the error; `undecodable` for bytes that are none.
#include <addresstype.h>
#include <primitives/transaction.h>
#include <script/interpreter.h>
#include <script/script_error.h>
#include <streams.h>
#include <util/strencodings.h>

#include <iostream>
#include <sstream>
#include <string>

static std::vector<unsigned char> Bytes(const std::string& hex) { return ParseHex<unsigned char>(hex); }

static std::string Judge(const std::string& line)
{
    std::istringstream words{line};
    uint32_t flags, input;
    std::string hex, outputs;
    if (!(words >> flags >> input >> hex >> outputs)) return "undecodable";

    std::vector<CTxOut> spent;
    std::istringstream list{outputs};
    for (std::string item; std::getline(list, item, ',');) {
        const auto colon = item.find(':');
        const auto script = Bytes(item.substr(colon + 1));
        spent.emplace_back(std::stoll(item.substr(0, colon)), CScript(script.begin(), script.end()));
    }
    CMutableTransaction parsed;
    try {
        const auto raw = Bytes(hex);
        SpanReader stream{raw};
        stream >> TX_WITH_WITNESS(parsed);
        if (!stream.empty()) return "undecodable";
    } catch (const std::exception&) {
        return "undecodable";
    }
    if (input >= parsed.vin.size() || spent.size() != parsed.vin.size()) return "undecodable";
    const CTransaction tx{parsed};
    PrecomputedTransactionData data;
    data.Init(tx, std::vector<CTxOut>{spent}, /*force=*/true);
    const TransactionSignatureChecker checker{&tx, input, spent[input].nValue, data, MissingDataBehavior::ASSERT_FAIL};
    ScriptError error;
    const bool valid = VerifyScript(tx.vin[input].scriptSig, spent[input].scriptPubKey, &tx.vin[input].scriptWitness,
                                    script_verify_flags::from_int(flags), checker, &error);
    return valid ? "OK" : ScriptErrorString(error);
}

int main()
{
    std::ios::sync_with_stdio(false);
    for (std::string line; std::getline(std::cin, line);) {
        std::cout << Judge(line) << '\n';
        // The reader waits for whole batches, which end with an empty line.
        if (line.empty()) std::cout.flush();
    }
}
