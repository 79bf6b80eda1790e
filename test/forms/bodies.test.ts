/** What is sent to a form: its size, its media type and its bytes. */
import { gzipSync } from "node:zlib";
import { expect, it, jest } from "@jest/globals";
import { forEvery } from "../support/for-every.js";
import { formSite, rightAnswers, typedOn } from "../support/forms.js";
import { expectRejected } from "./rejected.js";

const { post, submissions, services } = await formSite();
const answers = rightAnswers("contact");
const swedish = "/sv/contact";
const type = "application/x-www-form-urlencoded";
const t = services.getFixedT("sv");

it("a message is not normalized in whole when it holds 40,000 combining marks, which takes quadratic time", async () => {
  const normalize = jest.spyOn(String.prototype, "normalize");
  const answer = await post(swedish, { ...answers, message: `a${"\u0315\u0316".repeat(20_000)}` });
  const lengths = normalize.mock.contexts.map((text) => String(text).length);
  normalize.mockRestore();
  expect(answer.status).toBe(422);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(20_000);
});

forEvery([300_000, 3_000_000])("a body above the limit gets 413, and what was read is shown again", async (bytes) => {
  const answer = await post(swedish, { ...answers, message: "x".repeat(bytes) });
  await expectRejected(answer, { status: 413, reason: t("forms:errors.tooLarge") });
  expect(typedOn(answer)).toEqual({ ...answers, message: expect.stringMatching(/^x{250000,262144}$/) });
});

forEvery<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>]>([
  ["JSON", JSON.stringify(answers), { "content-type": "application/json" }],
  ["another charset", "name=%E5", { "content-type": `${type}; charset=iso-8859-1` }],
  ["compressed", new Uint8Array(gzipSync("name=Maja")), { "content-encoding": "gzip" }],
])(
  "a body of another media type, charset or coding gets 415, and is not decompressed",
  async (_what, body, headers) => {
    const answer = await post(swedish, body, headers);
    await expectRejected(answer, { status: 415, reason: t("forms:errors.contentType") });
    expect(answer.headers.get("accept-post")).toBe(type);
    expect(answer.text).not.toContain("Maja");
  },
);

forEvery([
  ["escaped Latin-1", "name=Maja+V%E4n&message=%E5"],
  ["Latin-1", Buffer.from("name=Maja V\u00e4n&message=\u00e5", "latin1")],
  ["a surrogate", "name=Maja+V%ED%A0%80n&message=x"],
])("a body that is not UTF-8 gets 400, and what can be read is shown again", async (_what, body) => {
  const answer = await post(swedish, body, { "content-type": type });
  await expectRejected(answer, { status: 400, reason: t("forms:errors.notUtf8") });
  expect(typedOn(answer).name).toMatch(/^Maja V\ufffd+n$/);
});

it("a body may have a byte order mark, and a percent sign that escapes nothing", async () => {
  const body = `\ufeff${new URLSearchParams({ ...answers, message: "" })}100% %zz`;
  expect((await post(swedish, body, { "content-type": `${type}; charset="UTF-8"` })).status).toBe(303);
  expect((await submissions.list({})).map(({ fields }) => fields.message)).toContain("100% %zz");
});
