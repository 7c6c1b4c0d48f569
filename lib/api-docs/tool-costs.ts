import costs from './tool-costs.json' with { type: 'json' }

type ToolCosts = {
  lists: { list: string; tools: number; bytes: number; tokens: number; model_tokens: number }[]
  jobs: { job: string; calls: number; bytes: number; tokens: number; right: boolean }[]
}

/** What the list of tools and common jobs cost a model: written by `npm run bench -- tools`. */
export const TOOL_COSTS: ToolCosts = costs
