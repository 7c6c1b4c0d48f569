#!/usr/bin/env bash
# Expected: "A &amp; B" in an OFX memo is "A & B" once parsed.
# node-ofx-parser 0.5.1: the ampersand is escaped twice more before parsing and not unescaped afterwards.
# Seen: A &amp;amp;amp; B.
# Why it matters: names of shops and companies with "&" are common in India; a search for the name of the payer, or a
# comparison of two exports of one account by their texts, fails.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts node-ofx-parser@0.5.1 2>/dev/null
cat >run.mjs <<'JS'
import { parse } from 'node-ofx-parser'

const head = 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n'
const entry = '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261120<TRNAMT>500.00<FITID>1<MEMO>A &amp; B</STMTTRN>'
const file = `${head}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>INR<BANKTRANLIST>${entry}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
console.log(parse(file).OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS.BANKTRANLIST.STMTTRN.MEMO)
JS
cat >expected <<'OUT'
A &amp;amp;amp; B
OUT
node --no-warnings run.mjs >seen
diff expected seen
echo 'As described.'
