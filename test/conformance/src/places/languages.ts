import type { Place } from "./place.js";

/**
 * Notes without descriptions in scripts whose bytes are easily taken for others: their first sentence describes them, links stand in
 * sentences, and words of their own are searched for. In UTF-8 read as latin1, ã ends in what reads as a sentence end, and ー cuts words.
 */
export const languages: Place = {
  name: "languages",
  files: {
    "pt/cidade.md":
      "# Cidade\n\nA cidade de São Paulo é a maior do Brasil. A segunda é o Rio.\n\nOs pães são feitos em [[padaria]] às três da manhã. Depois descansam.\n",
    "pt/padaria.md": "# Padaria\n\nA padaria não fecha à noite, porque o pão é feito então! Quem dorme perde.\n",
    "zh/城市.md":
      "# 城市\n\n北京是中华人民共和国的首都。它有两千万居民。\n\n关于城墙，请看[[城墙]]，那里写得很详细。其余的以后再说。\n",
    "zh/城墙.md": "# 城墙\n\n城墙在明代重建！今天只剩下几段。\n",
    "ja/サーバー.md":
      "# サーバー\n\nサーバーはデータを届けるコンピューターです。クライアントがそれを求めます。\n\n設定については[[メモリー]]のページを見てください。残りは後で。\n",
    "ja/メモリー.md": "# メモリー\n\nメモリーは消えやすい記憶です。ディスクは残ります。\n",
    "th/ตลาด.md": "# ตลาด\n\nตลาดน้ำเปิดทุกวันเสาร์และวันอาทิตย์ คนมาจากทั่วประเทศ\n\nเรือมาจาก [[คลอง]] ในตอนเช้า\n",
    "th/คลอง.md": "# คลอง\n\nคลองยาวสิบสองกิโลเมตรและไหลลงทะเล\n",
    "en/quotes.md":
      "# Quotes\n\nShe said “it isn’t done yet.” Nobody answered.\n\nThe second door leads “to the [[cellar]].” That was all… and then it rained.\n",
    "en/cellar.md": "# Cellar\n\nThe cellar’s “dry half” holds wine… The other half holds water.\n",
  },
};
