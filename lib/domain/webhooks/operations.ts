import type { Operation } from '#lib/pipeline/operation.ts'
import { createDescribedWebhook, createWebhook } from './create.ts'
import { debugPaymentSignature, debugWebhookSignature } from './debug-signature.ts'
import { deleteWebhook, deleteWebhookTyped } from './delete.ts'
import { fetchDeliveriesAbout, fetchEventDeliveries, getDeliveryDetails } from './deliveries.ts'
import { disableWebhook } from './disable.ts'
import { fetchAllWebhooks, fetchWebhook } from './fetch.ts'
import { getWebhookDetails } from './get-details.ts'
import { fetchWebhookTimeline } from './history.ts'
import {
  exportDeliveries,
  exportWebhooks,
  listDeliveriesForDashboard,
  listWebhooksForDashboard,
} from './list.ts'
import { listenToEvents, readEvents } from './listen.ts'
import { enableWebhook, pauseWebhook, resumeWebhook } from './pause.ts'
import { previewEvent } from './preview-event.ts'
import { queueMissedEvents } from './queue-missed-events.ts'
import { replayWebhook, resendDelivery } from './resend.ts'
import { rotateWebhookSecret } from './rotate-secret.ts'
import { sendEvent } from './send-event.ts'
import { setWebhookChaos, setWebhookOptions } from './settings.ts'
import { fetchWebhookStats } from './stats.ts'
import { tellOfRecoveredWebhook } from './tell-of-recovery.ts'
import { updateDescribedWebhook, updateWebhook } from './update.ts'
import { warnOfFailingWebhook } from './warn-of-failure.ts'

export const webhookOperations: readonly Operation[] = [
  createWebhook,
  fetchAllWebhooks,
  fetchWebhook,
  updateWebhook,
  deleteWebhook,
  listenToEvents,
  listWebhooksForDashboard,
  exportWebhooks,
  getWebhookDetails,
  createDescribedWebhook,
  updateDescribedWebhook,
  deleteWebhookTyped,
  pauseWebhook,
  resumeWebhook,
  enableWebhook,
  rotateWebhookSecret,
  setWebhookOptions,
  setWebhookChaos,
  sendEvent,
  listDeliveriesForDashboard,
  exportDeliveries,
  getDeliveryDetails,
  resendDelivery,
  replayWebhook,
  fetchDeliveriesAbout,
  fetchEventDeliveries,
  readEvents,
  fetchWebhookStats,
  fetchWebhookTimeline,
  previewEvent,
  debugWebhookSignature,
  debugPaymentSignature,
  queueMissedEvents,
  disableWebhook,
  warnOfFailingWebhook,
  tellOfRecoveredWebhook,
]
