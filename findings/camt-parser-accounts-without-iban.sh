#!/usr/bin/env bash
# Expected: a camt.053 statement of an account that has no IBAN (India has none) comes with the account's number, its
# electronic sequence number and the texts of its payments.
# camt-parser 1.1.0: number, sequence number and remittance texts are empty or missing; nothing is reported.
# Seen: iban "" and no other number, sequenceNumber "", references but no text in the details.
# Why it matters: statements of two accounts cannot be told apart, a missing statement of a series is not noticed, and the
# reference of a payer is lost where it stands in Ustrd.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts camt-parser@1.1.0 2>/dev/null
cat >run.mjs <<'JS'
import { parseCamt053 } from 'camt-parser'

const file = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-21T00:00:00+05:30</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><ElctrncSeqNb>12</ElctrncSeqNb><CreDtTm>2026-11-21T00:00:00+05:30</CreDtTm>
<Acct><Id><Othr><Id>000111222999</Id></Othr></Id><Ccy>INR</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="INR">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="INR">500.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>
<Ntry><Amt Ccy="INR">500.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>
<NtryDtls><TxDtls><RmtInf><Ustrd>UTR616612345671</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`
const { statements } = await parseCamt053(file)
const [statement] = statements
console.log(JSON.stringify(statement.account), JSON.stringify(statement.sequenceNumber))
console.log(JSON.stringify(statements).includes('000111222999'), JSON.stringify(statements).includes('UTR616612345671'))
JS
cat >expected <<'OUT'
{"iban":"","currency":"INR","name":"","owner":{"name":"","address":[],"id":""}} ""
false false
OUT
node --no-warnings run.mjs >seen
diff expected seen
echo 'As described.'
