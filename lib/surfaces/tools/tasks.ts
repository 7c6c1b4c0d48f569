import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { ApprovalWithMessage, whyItWaits } from '#lib/domain/approvals/schema.ts'
import type { Bearer } from '#lib/oauth/bearer.ts'
import type { Reason } from '#lib/pipeline/error-reasons.ts'
import { runtime } from '#lib/runtime.ts'
import { approvalCard, CARD_TYPE, CARDS_EXTENSION } from '#lib/surfaces/tools/approval-card.ts'
import { callTool, type Pending, resultOf, waitingResult } from '#lib/surfaces/tools/call.ts'
import { type Caller, DECLARED_SINCE } from '#lib/surfaces/tools/caller.ts'
import { type OperationTool, tools } from '#lib/surfaces/tools/catalogue.ts'

/** The extension of the protocol with which a call that takes long returns a task. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

/** How often a client checks a task, in milliseconds. People take minutes to decide. */
const POLL_INTERVAL = 5_000

export const TaskParams = z.looseObject({ taskId: z.string() })

/** What the client declares with a request that it can do. */
function abilitiesOf({ mcpReq }: ServerContext): { tasks: boolean; urls: boolean; cards: boolean } {
  const envelope: Record<string, unknown> = mcpReq.envelope ?? {}
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined
  return {
    tasks: declared?.extensions?.[TASKS_EXTENSION] !== undefined,
    urls: declared?.elicitation?.url !== undefined,
    cards: Cards.safeParse(declared?.extensions?.[CARDS_EXTENSION]).success,
  }
}

/** The first revision whose tools have metadata. */
const METADATA_SINCE = '2025-06-18'
const Cards = z.looseObject({
  mimeTypes: z.array(z.string()).refine((types) => types.includes(CARD_TYPE)),
})

/**
 * Whether the client may draw cards: it declares so with its request, or its revision declares it only on connecting, which
 * a server without sessions doesn't remember. Hosts that draw none leave the metadata of a card alone.
 */
export function mayDrawCards(context: ServerContext, caller: Caller): boolean {
  const { revision } = caller
  if (revision !== null && revision < DECLARED_SINCE) return revision >= METADATA_SINCE
  return abilitiesOf(context).cards
}

/** Whether the client declares tasks with its request. */
export function declaresTasks(context: ServerContext): boolean {
  return abilitiesOf(context).tasks
}

/** @throws MissingRequiredClientCapabilityError when the client does not declare tasks with its request */
export function assertTasks(context: ServerContext): void {
  if (declaresTasks(context)) return
  throw new MissingRequiredClientCapabilityError({
    requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
  })
}

/** The tasks of the holder of a token. A task is an approval: they have one ID, and nothing else is stored. */
export function approvalTasks(bearer: Bearer, caller: Caller) {
  /** @throws ProtocolError when the caller made no such request */
  async function run(name: 'fetch_approval' | 'cancel_approval', id: string) {
    const tool = tools().get(name) as OperationTool
    return callTool(tool, { id }, bearer, caller)
  }

  async function read(id: string): Promise<ApprovalWithMessage> {
    const outcome = await run('fetch_approval', id)
    if ('value' in outcome) return ApprovalWithMessage.parse(outcome.value)
    throw unreadable('error' in outcome ? outcome.error.reason : 'waiting_for_approval')
  }

  /** The metadata of a result from which the card is drawn, for clients that draw cards. */
  function cardOf(approval: ApprovalWithMessage, context: ServerContext): Record<string, unknown> {
    if (!mayDrawCards(context, caller)) return {}
    return { approval_card: approvalCard(approval, bearer.actor.name, runtime().baseUrl) }
  }

  async function task(id: string) {
    return { resultType: 'task', ...taskOf(await read(id)) }
  }

  return {
    /**
     * The result of a call that waits for approval as its client can use it: a card beside the text, the page of the
     * approval to open, a task, or the text alone. A card has the link to the page, so a client that draws cards isn't asked
     * to open it.
     */
    async present(
      result: CallToolResult,
      { id: approval_id, url }: Pending,
      context: ServerContext,
    ): Promise<CallToolResult | InputRequiredResult> {
      const { tasks, urls } = abilitiesOf(context)
      const found = await read(approval_id)
      // A repeat gets the result after the decision, though the response stored for its key still says that it waits.
      if (found.status !== 'waiting') return { ...result, ...(endOf(found, caller) ?? inProgress(found)) }
      if (mayDrawCards(context, caller)) {
        const shown = { ...result, _meta: { ...result._meta, ...cardOf(found, context) } }
        return tasks ? { ...shown, resultType: 'task', ...taskOf(found) } : shown
      }
      if (urls)
        return inputRequired({
          inputRequests: { approval: inputRequired.elicitUrl({ url, message: invitation(found) }) },
          requestState: approval_id,
        })
      return tasks ? { ...result, ...(await task(approval_id)) } : result
    },

    /**
     * The result of a call that comes again after the page of its approval was offered. The request itself never runs again:
     * it could move the money a second time.
     */
    async resume(tool: OperationTool, id: string, context: ServerContext): Promise<CallToolResult> {
      const approval = await read(id)
      if (approval.operation !== tool.operation.name) throw unreadable('record_not_found')
      const ended = endOf(approval, caller)
      if (ended) return ended
      return { ...inProgress(approval), ...(abilitiesOf(context).tasks ? await task(id) : {}) }
    },

    async get({ taskId }: z.infer<typeof TaskParams>, context: ServerContext) {
      assertTasks(context)
      const approval = await read(taskId)
      const result = endOf(approval, caller)
      const known = taskOf(approval)
      if (known.status !== 'completed') return known
      const _meta = { ...result?._meta, ...cardOf(approval, context) }
      return { ...known, result: { resultType: 'complete', ...result, _meta } }
    },

    /** Withdraws the request. One that was decided stays as it is: its client learns that from the task. */
    async cancel({ taskId }: z.infer<typeof TaskParams>, context: ServerContext) {
      assertTasks(context)
      const outcome = await run('cancel_approval', taskId)
      if ('error' in outcome && outcome.error.reason !== 'approval_decided')
        throw unreadable(outcome.error.reason)
      return {}
    },

    /** Tasks ask their client for nothing, so whatever it sends is acknowledged. */
    async update({ taskId }: z.infer<typeof TaskParams>, context: ServerContext) {
      assertTasks(context)
      await read(taskId)
      return {}
    },
  }
}

/** An approval as a task. A rejection is the result of a completed task, so that the model reads its reason. */
function taskOf(approval: ApprovalWithMessage) {
  const { id, message, created_at, decided_at, finished_at, expires_at } = approval
  const changed = finished_at ?? decided_at ?? (approval.status === 'expired' ? expires_at : created_at)
  return {
    taskId: id,
    status: statusOf(approval),
    statusMessage: message,
    createdAt: new Date(created_at * 1000).toISOString(),
    lastUpdatedAt: new Date(changed * 1000).toISOString(),
    ttlMs: null,
    pollIntervalMs: POLL_INTERVAL,
  }
}

function statusOf({ status, finished_at }: ApprovalWithMessage): 'working' | 'cancelled' | 'completed' {
  if (status === 'withdrawn') return 'cancelled'
  const open = status === 'waiting' || (status === 'approved' && finished_at === null)
  return open ? 'working' : 'completed'
}

/** The result of the call that an approval was for; null until it is decided and carried out. */
function endOf(approval: ApprovalWithMessage, caller: Caller): CallToolResult | null {
  if (statusOf(approval) === 'working') return null
  const { id, status, operation, result, message, error } = approval
  const tool = [...tools().values()].find((one) => one.operation.name === operation)
  if (status === 'approved' && tool && result !== null) return resultOf(tool.operation, result, caller)
  return {
    isError: status !== 'approved',
    content: [{ type: 'text', text: message }],
    structuredContent: { status, approval_id: id, message, ...(error ? { error } : {}) },
  }
}

/** What a person reads before they open the page of an approval. */
function invitation(approval: ApprovalWithMessage): string {
  const { title, amount } = approvalCard(approval, '', runtime().baseUrl)
  return `"${title}" for ${amount} needs approval. No money has moved yet. Open the page to review the request.`
}

/** The result of the call while its approval is neither rejected nor carried out. */
function inProgress({ id, status, cause, message, expires_at }: ApprovalWithMessage): CallToolResult {
  if (status === 'waiting') {
    const url = `${runtime().baseUrl}/approvals/${id}`
    return waitingResult({ id, description: whyItWaits(cause), url, expires_at })
  }
  const text = `${message} Check the decision with fetch_approval {"id": "${id}"}. Do not send the request again.`
  return {
    content: [{ type: 'text', text }],
    structuredContent: { status: 'waiting_for_approval', approval_id: id, message: text },
  }
}

function unreadable(reason: Reason): ProtocolError {
  return reason === 'record_not_found' || reason === 'input_validation_failed'
    ? new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        'Unknown task. Its ID is that of an approval of this app.',
      )
    : new ProtocolError(ProtocolErrorCode.InternalError, `The task could not be read: ${reason}.`)
}
