import type { Operation } from '#lib/pipeline/operation.ts'
import { getMailDetails } from './get-details.ts'
import { exportMails, listMailsForDashboard } from './list.ts'
import { sendMail, sendMailAgain } from './send.ts'
import { sendBill } from './send-bill.ts'
import { sendPaymentLink } from './send-payment-link.ts'
import { mailReceipt, sendReceipt } from './send-receipt.ts'

export const mailOperations: readonly Operation[] = [
  sendBill,
  sendReceipt,
  mailReceipt,
  sendPaymentLink,
  sendMailAgain,
  listMailsForDashboard,
  exportMails,
  getMailDetails,
  sendMail,
]
