import { expect, it } from 'vitest'
import { namesOurs, plainClientName, pretendsToBeOurs } from './client-name.ts'

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
])('a name that says what the app is used with: %s', (name) => {
  expect([namesOurs(name), pretendsToBeOurs(name)]).toEqual([true, false])
})

it('another name claims nothing', () => {
  expect([namesOurs('Claude Code (stripe)'), pretendsToBeOurs('Support Desk')]).toEqual([false, false])
})

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
