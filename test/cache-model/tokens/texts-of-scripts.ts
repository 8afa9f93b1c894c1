/** Our own sentences, to which no rate was fitted. */
export const scripts = {
  Russian:
    "Паром уходит на рассвете, и капитан просит всех пассажиров прийти на пристань заранее. Вечером смотритель маяка записывает в журнал погоду, высоту воды и имена всех, кто сошёл на берег.",
  Ukrainian:
    "Пором відходить на світанку, тому капітан просить усіх пасажирів прийти заздалегідь. Увечері доглядач маяка записує в журнал погоду, рівень води та імена всіх, хто зійшов на берег.",
  Greek:
    "Το πλοίο φεύγει την αυγή και ο καπετάνιος ζητά από όλους τους επιβάτες να έρθουν νωρίς. Το βράδυ ο φαροφύλακας γράφει στο ημερολόγιο τον καιρό και τα ονόματα όσων αποβιβάστηκαν.",
  Chinese:
    "渡轮在黎明时分启程,船长请所有乘客提前到达码头,并带好自己的行李。傍晚,灯塔看守人把天气、水位和所有上岸者的姓名记在日志里。",
  Japanese:
    "フェリーは夜明けに出るので、船長は乗客全員に早めに桟橋へ来るよう頼んでいる。夕方になると、灯台守は天気と水位、そして上陸した人たちの名前を日誌に書きとめる。",
  Korean:
    "여객선은 새벽에 떠나므로 선장은 모든 승객에게 부두에 일찍 와 달라고 부탁한다. 저녁이면 등대지기가 날씨와 수위, 그리고 뭍에 오른 사람들의 이름을 일지에 적는다.",
  Arabic:
    "تغادر العبارة عند الفجر ويطلب القبطان من جميع الركاب الحضور إلى الرصيف مبكرا. وفي المساء يدون حارس المنارة حالة الطقس ومستوى الماء وأسماء كل من نزل إلى البر.",
  Hebrew:
    "המעבורת יוצאת עם שחר, והקברניט מבקש מכל הנוסעים להגיע לרציף מוקדם. בערב רושם שומר המגדלור ביומן את מזג האוויר ואת שמות כל מי שירד לחוף.",
  Hindi:
    "नौका भोर में निकलती है और कप्तान सभी यात्रियों से समय से पहले घाट पर आने को कहता है। शाम को प्रकाशस्तंभ का रखवाला मौसम और उतरे हुए लोगों के नाम दर्ज करता है।",
  Bengali:
    "ফেরি ভোরে ছাড়ে এবং ক্যাপ্টেন সব যাত্রীকে আগে ঘাটে আসতে বলেন। সন্ধ্যায় বাতিঘরের রক্ষক আবহাওয়া আর যারা নেমেছে তাদের নাম লিখে রাখেন।",
  Tamil:
    "படகு விடியற்காலையில் புறப்படுகிறது, எல்லா பயணிகளும் முன்னதாகவே வர வேண்டும் என்று தலைவர் கேட்கிறார். மாலையில் காவலர் வானிலையை எழுதுகிறார்.",
  Thai: "เรือข้ามฟากออกเดินทางตอนรุ่งสาง กัปตันจึงขอให้ผู้โดยสารทุกคนมาถึงท่าเรือก่อนเวลา ตกเย็นคนเฝ้าประภาคารจดสภาพอากาศและชื่อของทุกคนที่ขึ้นฝั่ง",
  Georgian:
    "ბორანი გამთენიისას გადის და კაპიტანი ყველა მგზავრს სთხოვს, ადრე მოვიდნენ. საღამოს შუქურის მცველი წერს ამინდს და ყველას სახელს.",
  Vietnamese:
    "Phà khởi hành lúc bình minh, và thuyền trưởng yêu cầu mọi hành khách đến bến sớm. Buổi tối người giữ hải đăng ghi lại thời tiết và tên của những ai đã lên bờ.",
  German:
    "Die Fähre legt bei Sonnenaufgang ab, und der Kapitän bittet alle Fahrgäste, rechtzeitig am Anleger zu sein. Abends schreibt der Leuchtturmwärter das Wetter auf und die Namen aller, die an Land gegangen sind.",
  French:
    "Le bac part à l'aube et le capitaine demande à tous les passagers d'arriver tôt au quai avec leurs bagages. Le soir, le gardien du phare note le temps qu'il fait et les noms de ceux qui ont débarqué.",
  Turkish:
    "Feribot şafakta kalkıyor ve kaptan bütün yolculardan iskeleye erken gelmelerini istiyor. Akşamleyin fenerci havayı, su seviyesini ve karaya çıkanların adlarını deftere yazıyor.",
  Polish:
    "Prom odpływa o świcie, a kapitan prosi wszystkich pasażerów o wcześniejsze przybycie na przystań. Wieczorem latarnik zapisuje pogodę, poziom wody i nazwiska tych, którzy zeszli na ląd.",
} as const;

/** How often a sentence is repeated to be counted. */
export const REPEATED = 20;
