import type { Channel } from "./delivery-queue.js";
import { createOutbox, type OutboxDependencies, type Send } from "./outbox.js";
import { isRejectedRecipient } from "./smtp.js";
import type { SubmissionStore } from "./submissions.js";

/** Half a minute to six hours apart, this is a day and a half. */
const MAX_ATTEMPTS = 15;

const givesUp = (error: unknown, attempts: number) => attempts >= MAX_ATTEMPTS || isRejectedRecipient(error);

export type Deliveries = ReturnType<typeof createDeliveries>;

interface Dependencies extends Pick<OutboxDependencies, "clock" | "formLimits" | "logger"> {
  readonly submissions: SubmissionStore | undefined;
}

/** Each channel has its own outbox, so that none waits for the receiver of another. */
export function createDeliveries(senders: Partial<Record<Channel, Send>>, { submissions, ...shared }: Dependencies) {
  const channels = submissions ? (Object.keys(senders) as Channel[]) : [];
  const outboxes = channels.map((channel) =>
    createOutbox({
      ...shared,
      channel,
      queue: submissions!.queue(channel),
      send: senders[channel]!,
      ...(channel !== "mail" && { givesUp }),
    }),
  );
  return {
    channels,
    wake: () => outboxes.forEach(({ wake }) => void wake()),
    stop: async () => void (await Promise.all(outboxes.map(({ stop }) => stop()))),
  };
}
