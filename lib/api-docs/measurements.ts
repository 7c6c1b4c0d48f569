import measured from './quality.json' with { type: 'json' }
import costs from './tool-costs.json' with { type: 'json' }

type Quality = {
  /** The day of the measurement, as year, month and day. */
  day: string
  rows: { state: string; look: string; size: string; pages: number; findings: number }[]
  lighthouse: { page: string; performance: number; accessibility: number; best_practices: number }[]
}

/** What axe and Lighthouse found on the pages of a build: written by `npm run quality -- --keep`. */
export const QUALITY: Quality = measured

type ToolCosts = {
  lists: { list: string; tools: number; bytes: number; tokens: number; model_tokens: number }[]
  jobs: { job: string; calls: number; bytes: number; tokens: number; right: boolean }[]
}

/** What the list of tools and common jobs cost a model: written by `npm run bench -- tools`. */
export const TOOL_COSTS: ToolCosts = costs
