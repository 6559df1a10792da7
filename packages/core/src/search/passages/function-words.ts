import { createVocabulary } from "../postings/vocabulary.js";
import { createTokenizer } from "../terms/tokenizer.js";

// Words that ask say nothing of the answer and count nothing; words that carry grammar count little. A word may be one language's grammar
// and another's meaning ("war", "die"), so a question is read by the lists of the language it has most words of.

interface WordLists {
  /** Who, what, when, and the verbs that only carry a question. */
  readonly ask: string;
  readonly grammar: string;
}

const LISTS: readonly WordLists[] = [
  {
    ask: "who whom whose what which when where why how many much long did do does is are was were has have had the a an of in to please tell me about can could should would name",
    grammar:
      "and or but for on at by with from as it its he she his her they them their this that these those be been being will not no if then than so such into over under after before between during through also any all some each both most more other only own same i you we us my your our there here up out off again once because until while against",
  },
  {
    ask: "wer wen wem wessen was welche welcher welches welchen welchem wann wo warum weshalb wie wieso woher wohin womit wodurch viel viele ist sind war waren wurde wurden wird werden hat haben hatte hatten der die das den dem des ein eine einer einen einem eines von in im zu zum zur",
    grammar:
      "und oder aber für auf an am bei beim mit nach aus vom als auch es er sie sich ihr ihre ihren seine seiner seinen dies diese dieser dieses nicht kein keine wenn dann durch über unter vor zwischen während noch nur so sein kann können konnte man um bis ohne gegen sowie dass ob",
  },
  {
    ask: "qui que quoi quel quelle quels quelles quand où pourquoi comment combien est sont était étaient a ont le la les un une des du de d l en au aux",
    grammar:
      "et ou mais pour sur dans par avec ce cette ces cet il elle ils elles se sa son ses leur leurs ne pas plus moins être avoir fait été qu si dont entre sans sous comme aussi très tout tous y c s n",
  },
  {
    ask: "quién quien quiénes quienes qué que cuál cual cuáles cuales cuándo cuando dónde donde por cómo como cuánto cuánta cuántos cuántas es son fue fueron era eran ha han el la los las un una unos unas de del en a al",
    grammar:
      "y o pero para con sin sobre entre se su sus este esta estos estas ese esa eso lo le les no más menos ser estar haber si también muy todo todos desde hasta durante tras según otro otra",
  },
  {
    ask: "chi che cosa quale quali quando dove perché come quanto quanta quanti quante è sono era erano fu furono ha hanno il lo la i gli le un uno una di del della dei delle in nel nella a al alla",
    grammar:
      "e o ma per con su da dal dalla tra fra se si suo sua suoi questo questa questi non più meno essere avere anche molto tutto tutti ne ci cui",
  },
  {
    ask: "quem que qual quais quando onde porquê como quanto quanta quantos quantas é são foi foram era eram tem têm o a os as um uma de do da dos das em no na nos nas ao",
    grammar:
      "e ou mas para por com sem sobre entre se seu sua seus suas este esta esse essa isso não mais menos ser estar ter também muito todo todos desde até durante",
  },
  {
    ask: "wie wat welke welk wanneer waar waarom hoe hoeveel is zijn was waren werd werden heeft hebben had de het een van in te",
    grammar:
      "en of maar voor op aan bij met naar uit als ook hij zij ze zich hun haar dit dat deze die niet geen door over onder tussen nog er om tot kan worden",
  },
  {
    ask: "cine ce care când unde de cum cât câte câți câtă cui pe este sunt a au fost era erau un o în la al ale ai",
    grammar:
      "și sau dar pentru cu din prin despre între se său sa lor acest această aceste acel nu mai fi fost ca să că după până fără sub peste lui ei",
  },
  {
    ask: "kim kimin kime kimi kimler ne nedir neden nerede nereye nereden hangi hangisi nasıl kaç kadar zaman mi mı mu mü midir bir idi olan oldu",
    grammar:
      "ve veya ama ile için bu şu o da de ki gibi daha en çok her olarak sonra önce göre ise değil var yok tarafından onun",
  },
  {
    ask: "ai gì nào khi đâu sao tại thế bao nhiêu là của các những một đã được ở trong có",
    grammar: "cho và với từ đến này đó khi không cũng như về ra vào để bị do theo trên dưới sau trước nhiều hơn",
  },
  {
    ask: "кто кого кому кем чей что чего чему чем какой какая какое какие каких каким какую когда где куда откуда почему зачем как сколько был была было были есть в на и с по из для о об от к",
    grammar:
      "а но или не ни за до под над при это этот эта эти он она они его её их себя свой же бы ли так также более менее между через после перед во со у",
  },
  {
    ask: "хто що який яка яке які коли де куди чому як скільки був була було були є в у на і з із по для до від та",
    grammar: "а але або не за під над при це цей ця ці він вона вони його її їх також між через після перед",
  },
  {
    ask: "ποιος ποια ποιο ποιοι ποιες ποιον ποιου ποιας τι πότε πού γιατί πώς πόσο πόση πόσα πόσοι πόσες είναι ήταν ο η το οι τα του της των τον την τους τις στο στη στην στον στα σε από με και να για",
    grammar: "ή αλλά ως που αυτό αυτή αυτός αυτά δεν μη έχει έχουν είχε θα πιο όπως κατά μετά πριν μεταξύ ένα μια ένας",
  },
  {
    ask: "من ما ماذا متى أين لماذا كيف كم أي أية هل هو هي كان كانت يكون تكون في على إلى عن الذي التي و تم ل ب",
    grammar:
      "هذا هذه ذلك تلك أن إن لا لم لن قد مع بين بعد قبل عند منذ حتى أو ثم كما كل بعض غير هم هما فيه فيها به بها له لها عليه عليها",
  },
  {
    ask: "कौन किस किसने किसे किसके किसकी किसका क्या कब कहाँ कहां क्यों कैसे कैसा कितने कितना कितनी कौनसा है हैं था थे थी हुआ हुई के का की में से को ने पर और",
    grammar:
      "यह वह ये वे इस उस इन उन एक या लेकिन नहीं भी तक लिए साथ द्वारा कर रहा रहे रही गया गए गई जो जब तो ही होता होती होते अपने अपनी अपना",
  },
  {
    ask: "ใคร อะไร เมื่อไหร่ เมื่อไร เมื่อใด ที่ไหน ทำไม อย่างไร ยังไง เท่าไหร่ เท่าไร เท่าใด กี่ ไหน ใด คือ เป็น ของ ใน ที่ และ ได้ มี",
    grammar: "จะ ไม่ ให้ กับ จาก โดย ว่า นี้ นั้น ก็ แต่ หรือ ซึ่ง ถูก ไป มา แล้ว การ ความ",
  },
  {
    ask: "谁 誰 什么 什麼 哪 哪个 哪個 哪些 哪里 哪裡 哪一 何时 何時 时候 時候 为什么 為什麼 怎么 怎麼 怎样 如何 多少 几个 是什 是谁 的是 是的 了什 多大 是否 吗",
    grammar:
      "的 了 在 是 有 和 与 與 及 或 也 都 而 被 把 对 對 从 從 到 这 這 那 其 他 她 它 们 們 个 個 之 以 于 於 为 為 中 上 下",
  },
  {
    ask: "だれ 誰 なに 何 なん いつ どこ なぜ どう どの どれ どんな いくつ いくら です ます でし した ました か",
    grammar: "の は が を に で と も へ や から まで より この その あの する いる ある こと もの",
  },
  {
    ask: "누구 누가 무엇 무엇을 무엇인가 뭐 언제 어디 어디서 왜 어떻게 얼마 몇 어떤 어느 입니까 인가 는가 였습니까",
    grammar: "은 는 이 가 을 를 의 에 에서 와 과 도 로 으로 그 이것 그것 있는 하는 했다 있다",
  },
];

/** What a term is in a language. */
export const ASKS = 2;
export const GRAMMAR = 1;

/** By both halves of a term's hash: what it is. */
export type FunctionWords = (low: number, high: number) => number;

let languages: readonly ReadonlyMap<number, readonly [high: number, kind: number]>[] | undefined;

/** The function words of the language that most of some terms belong to; of English where none is known. */
export function functionWordsFor(terms: readonly { readonly low: number; readonly high: number }[]): FunctionWords {
  languages ??= LISTS.map(readLists);
  let best = languages[0]!;
  let most = 0;
  for (const language of languages) {
    let hits = 0;
    for (const { low, high } of terms) if (language.get(low)?.[0] === high) hits += 1;
    if (hits > most) [best, most] = [language, hits];
  }
  return (low, high) => {
    const entry = best.get(low);
    return entry?.[0] === high ? entry[1] : 0;
  };
}

function readLists({ ask, grammar }: WordLists): ReadonlyMap<number, readonly [number, number]> {
  const vocabulary = createVocabulary();
  const tokenizer = createTokenizer(vocabulary, { query: true });
  const encoder = new TextEncoder();
  const kinds = new Map<number, number>();
  for (const [text, kind] of [
    [grammar, GRAMMAR],
    [ask, ASKS],
  ] as const)
    for (const word of tokenizer.tokenize(encoder.encode(text.normalize("NFC")))) kinds.set(word >>> 1, kind);
  return new Map(Array.from(kinds, ([term, kind]) => [vocabulary.lowOf(term), [vocabulary.highOf(term), kind]]));
}
