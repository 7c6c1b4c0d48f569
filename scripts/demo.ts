import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Env } from '#lib/env.ts'

/** The demo merchant, as kept in demo.json in the data folder. */
export type Demo = {
  base_url: string
  mcp_url: string
  email: string
  password: string
  test: { key_id: string; key_secret: string }
  live: { key_id: string; key_secret: string }
}

/** Creates the demo merchant on the first run. demo.json is written last, so its absence means that there is none yet. */
export async function ensureDemo(demoFile: string): Promise<void> {
  if (existsSync(demoFile)) return
  const { seed } = await import('#prisma/seed.ts')
  await seed({ demoFile })
  chmodSync(demoFile, 0o600)
}

/** Reads demo.json, and corrects the addresses in it when the server has moved since. */
export function currentDemo(demoFile: string, env: Env): Demo {
  const demo = JSON.parse(readFileSync(demoFile, 'utf8')) as Demo
  if (demo.base_url !== env.BASE_URL || demo.mcp_url !== env.MCP_URL) {
    Object.assign(demo, { base_url: env.BASE_URL, mcp_url: env.MCP_URL })
    writeFileSync(demoFile, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  }
  return demo
}
