"""Cards in scripts that need shaping: names and texts, with figures, brackets and Latin words."""

CARDS = {
    "Devanagari": [
        ("योद्धा", "इस पत्ते को खेलें और 2 सिक्के लें।"),
        ("श्रीमती", "यदि शत्रु (स्तर 3) सामने हो, तो हमला करें।"),
        ("क्षत्रिय", "दृष्टि की रेखा में कोई बाधा नहीं; HP 5 बढ़ाएँ।"),
    ],
    "Bengali": [
        ("যোদ্ধা", "এই কার্ডটি খেলুন এবং 2 মুদ্রা নিন।"),
        ("শ্রীমতী", "শত্রু (স্তর 3) সামনে থাকলে আক্রমণ করুন।"),
        ("ক্ষত্রিয়", "দৃষ্টিরেখায় কোনো বাধা নেই; HP 5 বাড়ান।"),
    ],
    "Tamil": [
        ("வீரன்", "இந்த அட்டையை விளையாடி 2 நாணயங்களைப் பெறுங்கள்."),
        ("கோட்டை", "எதிரி (நிலை 3) எதிரே இருந்தால் தாக்குங்கள்."),
        ("பொக்கிஷம்", "சுற்றின் முடிவில் HP 5 கூட்டுங்கள்."),
    ],
    "Thai": [
        ("นักรบ", "เล่นการ์ดนี้ แล้วรับ 2 เหรียญ"),
        ("ผู้กล้า", "ถ้าศัตรู (ระดับ 3) อยู่ข้างหน้า ให้โจมตี"),
        ("กุญแจ", "ห้ามมี\u200bสิ่งกีดขวาง\u200bในแนว เพิ่ม HP 5"),
    ],
    "Hebrew": [
        ("לוחם", "שָׁחֲקוּ את הקלף הזה וקחו 2 מטבעות."),
        ("קוסם", "אם האויב (רָמָה 3) לפניכם, תקפו."),
        ("שומר השער", "בסוף הסיבוב הוסיפו HP 5 והשליכו את הַקְּלָף."),
    ],
    "Arabic": [
        ("محارب", "اِلعَب هذه البطاقة وخذ 2 من النقود."),
        ("ساحر", "إذا كان العدوّ (المستوى 3) أمامك، فهاجم."),
        ("حارس البوابة", "في نهاية الجولة أضف HP 5 ثمّ تخلص من البطاقة."),
    ],
}

LANGUAGES = {
    "German": [
        ("Straßenwächter", "„Halt, wer da?“ Würfle 2d6 – bei 3–5 ziehst du z. B. eine Karte."),
        ("Gräfin Ämilia", "Ziehe bis zu 6″ weit, außer über Flüsse; heile ‚höchstens‘ 50 %."),
    ],
    "French": [
        ("Le cœur volé", "« Qui va là ? » demande le garde ; à 12″, l’ennemi s’arrête."),
        ("Œuf d’argent", "Lancez 2d6\u202f: à 3–5, c’est-à-dire «\u202fÀ l’œuvre\u202f!\u202f»"),
    ],
    "Spanish": [
        ("¿Quién vive?", "¡Alto ahí! Con 3–5 en 2d6 —salvo el pingüino— ganas 6″, ¿verdad?"),
        ("Año nuevo", "«¡España!», responden el niño y la cigüeña; después, el 50 %."),
    ],
    "Polish": [
        ("Żółty smok", "„Kto idzie?” – pyta strażnik. Rzuć 2k6 i dobierz 3–5 kart."),
        ("Źródło", "Zażółć gęślą jaźń: święty gaj, łódź i ćma w zasięgu 12″."),
    ],
    "Turkish": [
        ("Işık perisi", "“Kim o?” diye sorar nöbetçi; 3–5 ise ığrıp ağı çekilir."),
        ("İstanbul", "İlk ışıkla %50’sini geri al, figürü 6″ içinde gizle."),
    ],
    "Vietnamese": [
        ("Phù thủy đầm lầy", "“Ai đó?” – đổ 2d6: nếu được 3–5 điểm, hãy rút một lá bài."),
        ("Hiệp sĩ trẻ", "Những kẻ địch trong vòng 12″ mất lượt kế tiếp; được ưu tiên."),
    ],
    "Greek": [
        ("Ήρωας", "«Ποιος είναι;» ρωτά ο φύλακας· ρίξε 2d6, όχι όμως 3–5."),
        ("Άγριος λύκος", "Το προϊόν του Μαΐου αξίζει 50%, ακόμη κι αν είναι ΐδιο."),
    ],
    "Russian": [
        ("Ёлка", "«Кто идёт?» — спрашивает страж. Бросьте 2d6: выпало 3–5?"),
        ("Объезд", "Съешьте ещё щей в пределах 12″, чтобы вернуть 50 %."),
    ],
    "Japanese": [
        ("見習い魔女", "相手プレイヤーは手札を1枚捨てる。その後、カードを「2枚」引いてもよい！"),
        ("中士", "（最大7枚まで）。"),
    ],
}
"""Cards in languages of other scripts, with their quotes, spaces and accents."""
