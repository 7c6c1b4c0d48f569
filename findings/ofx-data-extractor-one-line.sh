#!/usr/bin/env bash
# Expected: OFX 1.x is SGML, so line breaks between its elements mean nothing; the same statement written on one line has
# the same bookings, or is refused.
# ofx-data-extractor 1.5.0: the list of bookings raises an error about JSON, while the summary of the same object says that
# there are none.
# Seen: summary {"credit":0,"amountOfCredits":0} on one line, {"credit":500,"amountOfCredits":1} with line breaks.
# Why it matters: a total of zero looks like a quiet day, not like a file that was not read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ofx-data-extractor@1.5.0 2>/dev/null
cat >run.mjs <<'JS'
import { Ofx } from 'ofx-data-extractor'

const head = 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n'
const parts = '<OFX>|<SIGNONMSGSRSV1>|<SONRS>|<STATUS>|<CODE>0|<SEVERITY>INFO|</STATUS>|<DTSERVER>20261127120000|<LANGUAGE>ENG|</SONRS>|</SIGNONMSGSRSV1>|<BANKMSGSRSV1>|<STMTTRNRS>|<TRNUID>1|<STATUS>|<CODE>0|<SEVERITY>INFO|</STATUS>|<STMTRS>|<CURDEF>INR|<BANKACCTFROM>|<BANKID>000|<ACCTID>000111222999|<ACCTTYPE>CHECKING|</BANKACCTFROM>|<BANKTRANLIST>|<DTSTART>20261120|<DTEND>20261127|<STMTTRN>|<TRNTYPE>CREDIT|<DTPOSTED>20261120|<TRNAMT>500.00|<FITID>1|<MEMO>ONE|</STMTTRN>|</BANKTRANLIST>|<LEDGERBAL>|<BALAMT>1000.00|<DTASOF>20261127|</LEDGERBAL>|</STMTRS>|</STMTTRNRS>|</BANKMSGSRSV1>|</OFX>'
for (const [name, between] of [['lines', '\n'], ['one line', '']]) {
  const ofx = new Ofx(head + parts.replaceAll('|', between))
  const { credit, amountOfCredits } = ofx.getTransactionsSummary()
  let list
  try {
    list = ofx.getBankTransferList().length
  } catch (error) {
    list = error.constructor.name
  }
  console.log(name, JSON.stringify({ credit, amountOfCredits }), list)
}
JS
cat >expected <<'OUT'
lines {"credit":500,"amountOfCredits":1} 1
one line {"credit":0,"amountOfCredits":0} SyntaxError
OUT
node --no-warnings run.mjs >seen
diff expected seen
echo 'As described.'
