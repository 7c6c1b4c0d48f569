import type { Operation } from '#lib/pipeline/operation.ts'
import { tellOfRecoveredWebhook, warnOfFailingWebhook } from './alert-email.ts'
import { createDescribedWebhook, createWebhook } from './create.ts'
import { debugPaymentSignature, debugWebhookSignature } from './debug-signature.ts'
import { deleteWebhook, deleteWebhookTyped } from './delete.ts'
import { fetchDeliveriesAbout, fetchEventDeliveries, getDeliveryDetails } from './deliveries.ts'
import { disableWebhook } from './disable.ts'
import {
  fetchAllWebhooks,
  fetchWebhook,
  fetchWebhookStats,
  fetchWebhookTimeline,
  getWebhookDetails,
} from './fetch.ts'
import {
  exportDeliveries,
  exportWebhooks,
  listDeliveriesForDashboard,
  listWebhooksForDashboard,
} from './list.ts'
import { listenToEvents, readEvents } from './listen.ts'
import { queueMissedEvents } from './missed-events.ts'
import { enableWebhook, pauseWebhook, resumeWebhook } from './pause.ts'
import { replayWebhook, resendDelivery } from './resend.ts'
import { previewEvent, sendEvent } from './send-event.ts'
import {
  rotateWebhookSecret,
  setWebhookChaos,
  setWebhookOptions,
  updateDescribedWebhook,
  updateWebhook,
} from './update.ts'

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
