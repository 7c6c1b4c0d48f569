'use server'
import { sendToPayerForm } from '#components/mails/mail-forms.ts'
import { sentMessage } from '#components/mails/sent-message.ts'
import { orderForm } from '#components/orders/order-form-state.ts'
import { sendPaymentLink } from '#lib/domain/mails/send-payment-link.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { updateOrder } from '#lib/domain/orders/update.ts'
import { action } from '#lib/surfaces/form.ts'
import { formAction } from '#lib/surfaces/form-action.ts'

export const createOrderAction = formAction(createOrder, orderForm, {
  to: ({ id }) => `/orders/${id}`,
  message: () => 'Order created',
})
export const updateOrderAction = action(updateOrder)

export const sendPaymentLinkAction = formAction(sendPaymentLink, sendToPayerForm, {
  to: (_, form) => `/orders/${form.text('id')}`,
  message: sentMessage('Payment link'),
})
