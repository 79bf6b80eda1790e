import type { Channel } from "../storage/delivery-queue.js";
import type { SubmissionStore } from "../storage/submissions.js";
import { createOutbox, type OutboxDependencies, type Send } from "./outbox.js";

export type Deliveries = ReturnType<typeof createDeliveries>;

interface Dependencies extends Pick<OutboxDependencies, "clock" | "formLimits" | "logger"> {
  readonly submissions: SubmissionStore | undefined;
}

/** Each channel has its own outbox, so that none waits for the receiver of another. */
export function createDeliveries(senders: Partial<Record<Channel, Send>>, { submissions, ...shared }: Dependencies) {
  const channels = Object.keys(senders) as Channel[];
  const outboxes = channels.map((channel) =>
    createOutbox({ ...shared, channel, queue: submissions!.queue(channel), send: senders[channel]! }),
  );
  return {
    channels,
    wake: () => outboxes.forEach(({ wake }) => void wake()),
    stop: async () => void (await Promise.all(outboxes.map(({ stop }) => stop()))),
  };
}
