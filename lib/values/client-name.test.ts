import { expect, it } from 'vitest'
import { ClientName, namesOurs, plainClientName, pretendsToBeOurs, trustWordIn } from './client-name.ts'

it.each([
  'Counterfoil',
  'Counterfoil Support',
  'Official Counterfoil',
  'C0unterfoil',
  'Counter-foil help',
  '𝐂𝐨𝐮𝐧𝐭𝐞𝐫𝐟𝐨𝐢𝐥',
  '(Counterfoil)',
  'Support (Counterfoil)',
  'Security team for Counterfoil',
  'Counterfoil (Claude Code)',
  'Counterfoil server',
  'The Counterfoil Server',
  'Counterfoil official',
  'Counterfoil 0ff1cial',
  'counterfoil_support',
  'CounterfoilSupport',
  'CounterfoilPay',
  'Counterfoil MCP',
  'counterfoil-mcp-server',
  'Counterfoil MCP server v2',
  'Counterfoil Payments Ltd.',
  'My Counterfoil',
  'counterfoil.com',
  'Counterfoil Dashboard - Claude',
  'Counterfoil Verified Agent',
  'my counterfoil support agent',
  'Counterfoil आधिकारिक ऐप',
  'C o u n t e r f o i l',
  'C.o.u.n.t.e.r.f.o.i.l',
  'C_o_u_n_t_e_r_f_o_i_l support',
  'C - o - u - n - t - e - r - f - o - i - l',
  'COUN TER FOIL server',
  'Coun·ter·foil',
  'Cöunterfoil',
  'C\u0336o\u0336u\u0336n\u0336terfoil',
  'C o u n t e r f o i l o f f i c i a l',
])('a name that pretends to be this server: %s', (name) => {
  expect([namesOurs(name), pretendsToBeOurs(name)]).toEqual([true, true])
})

it.each([
  'Claude Code (counterfoil)',
  'Claude Code (counterfoil-live)',
  'Cursor [counterfoil]',
  'Codex - counterfoil',
  'Ledger Helper for Counterfoil',
  'counterfoil-mcp-client',
  'Counterfoil MCP client',
  'my counterfoil agent',
  'counterfoil_agent',
  'CounterfoilBot',
  'counterfoil-reconciler',
  'counterfoil cli',
  'n8n counterfoil workflow',
  'Refund assistant, counterfoil',
  'counterfoil.acme.example',
  'Claude (C o u n t e r f o i l)',
  'Counter foil printing',
])('a name that says what the app is used with: %s', (name) => {
  expect([namesOurs(name), pretendsToBeOurs(name)]).toEqual([true, false])
})

it.each([
  'Claude Code (stripe)',
  'Support Desk',
  'Marco Unter Foil',
  'Encounter',
  'Foil Counter',
  'C o u n t e r',
])('another name claims nothing: %s', (name) => {
  expect([namesOurs(name), pretendsToBeOurs(name), trustWordIn(name)]).toEqual([false, false, null])
})

it.each([
  ['Claude verified', 'verified'],
  ['Shop (verified)', 'verified'],
  ['Shop (Ver1fied)', 'verified'],
  ['Shop V.e.r.i.f.i.e.d', 'verified'],
  ['Shop v e r i f i e d app', 'verified'],
  ['OFFICIAL Claude', 'official'],
  ['ClaudeOfficial', 'official'],
  ['trusted-ledger', 'trusted'],
  ['𝗏𝖾𝗋𝗂𝖿𝗂𝖾𝖽 Claude', 'verified'],
  ['Claude आधिकारिक', 'आधिकारिक'],
])('claims to be trusted: %s', (name, word) => {
  expect(trustWordIn(name)).toBe(word)
})

it.each(['Identity Verifier', 'Unverified', 'Trust Ledger', 'Officials', 'Claude Code', 'सहायक'])(
  'says nothing of trust: %s',
  (name) => {
    expect(trustWordIn(name)).toBeNull()
  },
)

it.each([
  ['🔒 Secure Pay ✅', 'Secure Pay'],
  ['Ledger✔️ Helper', 'Ledger Helper'],
  ['√ Verified', 'Verified'],
  ['🛡️', ''],
  ['Ünïcode 台帳 2.0 + more', 'Ünïcode 台帳 2.0 + more'],
  [`Claude Code (${'x'.repeat(90)})`, `Claude Code (${'x'.repeat(66)}…`],
])('is shown without symbols that imitate marks of trust, and not too long: %s', (sent, shown) => {
  expect(plainClientName(sent)).toBe(shown)
  expect(plainClientName(sent).length).toBeLessThanOrEqual(80)
})

it.each(['Соunterfoil', 'С о u n t e r f o i l', 'С.о.u.n.t.e.r'])(
  'mixes no alphabets within a word, also with something between its letters: %s',
  (name) => {
    expect(ClientName.safeParse(name).success).toBe(false)
  },
)

it.each(['Я a', 'Plan Б', 'α and β', 'Счёт помощник'])('may be in any alphabet: %s', (name) => {
  expect(ClientName.safeParse(name).success).toBe(true)
})
