/** What is said to keep a talk going. No note is asked for with these words, in whatever notes they stand. */
const CHAT = `
hi hello hey bye thanks thank thx ty you your please yes yeah yep yup no nope ok okay k sure right correct exactly agreed fine good great nice
cool perfect awesome excellent wonderful well done looks look sounds seems lgtm go goes going on ahead continue proceed next again more
try do it that this is so now then and also just let lets us me we wait stop
hallo hi danke dankeschön schön bitte ja nein doch genau gut super prima toll klasse passt weiter mach nochmal stopp sieht aus das es
bonjour salut merci beaucoup oui non d'accord bien parfait super continue vas-y encore stop
hola gracias sí si no vale bien perfecto genial sigue continúa adelante otra vez
ciao grazie sì no va bene perfetto continua avanti ancora olá obrigado obrigada sim não certo perfeito continue
hoi dank je bedankt ja nee goed prima verder ga door
спасибо да нет хорошо ладно отлично дальше продолжай привет дякую так ні добре далі
dzięki tak nie dobrze dalej teşekkürler evet hayır tamam devam
谢谢 謝謝 你好 好 好的 是 是的 对 對 不 不是 继续 繼續 可以 行
ありがとう ありがとうございます はい いいえ 続けて 続き お願いします いいね 了解
감사합니다 고마워 네 아니요 좋아 계속 계속해
شكرا نعم لا حسنا استمر धन्यवाद हाँ नहीं ठीक है जारी`;

const WORDS: ReadonlySet<string> = new Set(CHAT.normalize("NFC").split(/\s+/u));

/** A prompt without the words that only keep a talk going; empty where it has no others. */
export function withoutChat(prompt: string): string {
  return prompt
    .normalize("NFC")
    .replace(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu, (word) =>
      WORDS.has(word.toLowerCase().replace("’", "'")) ? " " : word,
    )
    .replace(/^[\s\p{P}\p{S}]+$/u, "")
    .trim();
}
